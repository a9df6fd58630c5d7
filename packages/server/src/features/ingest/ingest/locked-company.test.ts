import { createFleet, type Fleet } from '@emberwatch/simulator'
import Fastify from 'fastify'
import { sql } from 'kysely'
import { connectAsync } from 'mqtt'
import pg from 'pg'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { createSite, type Site, type SiteGateway } from './ingest.fixture.ts'
import { rowsOf, send, useIngest } from './ingest.testing.ts'

/** While the audit chain of one company is locked, nothing of another company waits: no fire, no sign-in, no check for silence. */

const t = useIngest()
let blocker: pg.Client
/** Another company, with its gateways. */
let another: Site
let theirs: SiteGateway
let fleet: Fleet

beforeAll(async () => {
  blocker = new pg.Client(t.connection)
  await blocker.connect()
})
afterAll(() => blocker.end())
beforeEach(async () => {
  another = await createSite(t.db, 2, 1)
  const [first] = another.gateways
  if (!first) throw new Error('no gateway')
  theirs = first
  fleet = createFleet({ url: t.url, gateways: [first], heartbeatSeconds: 0, reconnectMs: 50 })
  await fleet.start()
})
afterEach(async () => {
  await blocker.query('rollback')
  await fleet.stop()
})

const lockChain = async (companyId = t.site.companyId): Promise<void> => {
  await t.db
    .insertInto('audit_chain')
    .values({ company_id: companyId, sequence: 0, hash: Buffer.alloc(32) })
    .onConflict((c) => c.doNothing())
    .execute()
  await blocker.query('begin')
  await blocker.query('select from audit_chain where company_id = $1 for update', [companyId])
}
const isOnline = async (id: number): Promise<boolean> =>
  (await t.db.selectFrom('gateway').select('online').where('id', '=', id).executeTakeFirstOrThrow()).online
const offlineFault = async (id: number) =>
  (
    await t.db
      .selectFrom('fault')
      .select('state')
      .where('gateway_id', '=', id)
      .where('device_id', 'is', null)
      .where('source_code', '=', 'offline')
      .orderBy('id', 'desc')
      .executeTakeFirst()
  )?.state
const becomes = (id: number, state: string, online: boolean, timeout = 4_000) =>
  vi.waitFor(async () => expect([await offlineFault(id), await isOnline(id)]).toEqual([state, online]), { timeout, interval: 50 })
const gone = { reports: [{ code: 'offline', format: 'EW' }] }
const alive = { reports: [{ code: 'telemetry', format: 'EW' }] }

test('other companies’ gateways come back online meanwhile, and its own as soon as it is free', async () => {
  const client = await connectAsync(t.url, { username: theirs.code, password: theirs.secret })
  const sendTheirs = (value: object) => client.publishAsync(`ew/v1/${theirs.code}/report`, JSON.stringify(value), { qos: 1 })
  await Promise.all([send(t, gone), sendTheirs(gone)])
  await becomes(t.gateway.id, 'pending', false, 10_000)
  await becomes(theirs.id, 'pending', false, 10_000)
  await lockChain()
  await Promise.all([send(t, alive), sendTheirs(alive)])
  await becomes(theirs.id, 'solved', true)
  expect(await offlineFault(t.gateway.id)).toBe('pending')
  await blocker.query('rollback')
  await becomes(t.gateway.id, 'solved', true)
  await client.endAsync()
})

test('silence at other companies is detected meanwhile, and its own afterwards', async () => {
  await t.db
    .updateTable('device_model')
    .set({ offline_after_s: 2 })
    .where('id', 'in', [t.site.modelId, another.modelId])
    .execute()
  const client = await connectAsync(t.url, { username: theirs.code, password: theirs.secret })
  await Promise.all([send(t, alive), client.publishAsync(`ew/v1/${theirs.code}/report`, JSON.stringify(alive), { qos: 1 })])
  await vi.waitFor(async () => expect([await isOnline(t.gateway.id), await isOnline(theirs.id)]).toEqual([true, true]), 30_000)
  await lockChain()
  await becomes(theirs.id, 'pending', false, 10_000)
  expect(await offlineFault(t.gateway.id)).toBe(undefined)
  await blocker.query('rollback')
  await becomes(t.gateway.id, 'pending', false)
  await client.endAsync()
})

test('a message that cannot be stored as it is waits separately, and fires of other companies are stored at once', async () => {
  await sql`create or replace function poison_locked() returns trigger language plpgsql as $$
    begin if new.values ->> 'poison' is not null then raise exception 'poisoned'; end if; return new; end $$`.execute(t.db)
  await sql`create trigger poison_locked before insert on report for each row execute function poison_locked()`.execute(t.db)
  try {
    await lockChain()
    let stored = false
    const report = { device: t.device.code, code: 'smoke', format: 'EW', values: { poison: true } }
    const sending = send(t, { boot: 'b', seq: 1, reports: [report] }).then(() => (stored = true))
    await vi.waitFor(() => expect(t.ingest.status().salvaged).toBeGreaterThan(0), { timeout: 10_000, interval: 5 })
    for (let fires = 0; fires < 3; fires++) {
      const from = performance.now()
      await fleet.alarm('smoke', theirs.devices[0]?.code ?? '')
      expect(performance.now() - from).toBeLessThan(2_000)
    }
    expect(stored).toBe(false)
    expect(t.ingest.status()).toMatchObject({ waiting: 1 })
    await blocker.query('rollback')
    await sending
    expect((await rowsOf.alarms(t)).map(({ source_code: code, repeat_count: count }) => [code, count])).toEqual([['smoke', 0]])
    expect((await rowsOf.log(t)).map(({ result, reason }) => [result, reason])).toEqual([['malformed', 'notStorable']])
    expect(t.ingest.status()).toMatchObject({ storing: 'ok', waiting: 0 })
  } finally {
    await vi.waitFor(() => sql`drop trigger poison_locked on report`.execute(t.db), 30_000)
  }
})

test('a storm of messages of the locked company leaves room for the fires of others', async () => {
  const storming = await createSite(t.db, 40, 1)
  const clients = await Promise.all(
    storming.gateways.map(({ code, secret }) => connectAsync(t.url, { username: code, password: secret, reconnectPeriod: 0 })),
  )
  await lockChain(storming.companyId)
  let seq = 0
  // A quarter of a megabyte each, with one report: what waits is in the way by its size.
  const bundle = (code: string) =>
    JSON.stringify({ boot: 'b', seq: seq++, reports: [{ ...fireOf(code), values: { text: 'x'.repeat(240_000) } }] })
  const fireOf = (code: string) => ({ device: code, code: 'smoke', format: 'EW' })
  const flood = async () => {
    for (const [index, gateway] of storming.gateways.entries()) {
      const device = gateway.devices[0]?.code ?? ''
      void clients[index]?.publishAsync(`ew/v1/${gateway.code}/report`, bundle(device), { qos: 1 }).catch(() => undefined)
    }
    await new Promise((resolve) => setTimeout(resolve, 1_000))
  }
  try {
    for (let rounds = 0; rounds < 4; rounds++) await flood()
    for (let fires = 0; fires < 3; fires++)
      await Promise.race([
        fleet.alarm('smoke', theirs.devices[0]?.code ?? ''),
        new Promise((_resolve, reject) => setTimeout(reject, 5_000, new Error('the fire of another company waits'))),
      ])
    expect(t.ingest.status().waiting).toBeGreaterThan(30)
  } finally {
    await blocker.query('rollback')
    await Promise.all(clients.map((client) => client.endAsync(true)))
  }
})

test('the same over HTTP', async () => {
  const storming = await createSite(t.db, 40, 1)
  const server = Fastify()
  t.ingest.registerHttp(server)
  const url = await server.listen({ host: '127.0.0.1', port: 0 })
  const post = async ({ code, secret, devices: [device] }: SiteGateway, text = '') => {
    const answer = await fetch(`${url}/api/ingest/v1/${code}`, {
      method: 'POST',
      headers: { authorization: `Bearer ${secret}` },
      body: JSON.stringify({ reports: [{ device: device?.code, code: 'smoke', format: 'EW', values: { text } }] }),
    })
    await answer.text()
    return answer.status
  }
  try {
    // Their first sign-in would wait for the chain as well.
    await t.db.updateTable('gateway').set({ activated_at: new Date() }).where('company_id', '=', storming.companyId).execute()
    await lockChain(storming.companyId)
    const waiting = storming.gateways.map((gateway) => post(gateway, 'x'.repeat(240_000)).catch(() => undefined))
    await vi.waitFor(() => expect(t.ingest.status().waiting).toBeGreaterThan(30), { timeout: 8_000, interval: 50 })
    await vi.waitFor(async () => expect(await post(theirs)).toBe(200), { timeout: 4_000, interval: 100 })
    await blocker.query('rollback')
    await Promise.all(waiting)
  } finally {
    await blocker.query('rollback')
    await server.close()
  }
})

test('other companies’ gateways sign in for the first time', async () => {
  const [, ownNew] = t.site.gateways
  const [, theirNew] = another.gateways
  if (!ownNew || !theirNew) throw new Error('no gateways')
  await lockChain()
  const signIn = ({ code, secret }: SiteGateway) =>
    connectAsync(t.url, { username: code, password: secret, connectTimeout: 30_000 })
  let isIn = false
  const own = signIn(ownNew).then((client) => {
    isIn = true
    return client
  })
  await new Promise((resolve) => setTimeout(resolve, 300))
  const from = performance.now()
  const client = await signIn(theirNew)
  expect(performance.now() - from).toBeLessThan(2_000)
  expect(isIn).toBe(false)
  await blocker.query('rollback')
  await (await own).endAsync()
  await client.endAsync()
  const { activated_at: activatedAt } = await t.db
    .selectFrom('gateway')
    .select('activated_at')
    .where('id', '=', ownNew.id)
    .executeTakeFirstOrThrow()
  expect(activatedAt).not.toBeNull()
})
