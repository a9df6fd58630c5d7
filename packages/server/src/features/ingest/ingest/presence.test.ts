import { sql } from 'kysely'
import { connectAsync } from 'mqtt'
import { expect, test, vi } from 'vitest'
import { rowsOf, useIngest } from './ingest.testing.ts'

const t = useIngest()

test('a gateway that has gone stays offline when an earlier message is stored after its Will', async () => {
  const [, other] = t.site.gateways
  if (!other) throw new Error('no second gateway')
  const topic = `ew/v1/${other.code}/report`
  const will = JSON.stringify({ reports: [{ code: 'offline', format: 'EW' }] })
  const client = await connectAsync(t.url, {
    username: other.code,
    password: other.secret,
    reconnectPeriod: 0,
    will: { topic, payload: Buffer.from(will), qos: 1, retain: false },
  })
  client.on('error', () => undefined)
  const telemetry = (seq: number) =>
    client.publishAsync(topic, JSON.stringify({ seq, reports: [{ code: 'telemetry', format: 'EW' }] }), { qos: 1 })
  const isOnline = async () =>
    (await t.db.selectFrom('gateway').select('online').where('id', '=', other.id).executeTakeFirstOrThrow()).online
  const offlineFaults = async () =>
    (await rowsOf.faults(t)).filter(({ source_code }) => source_code === 'offline').map(({ state }) => state)
  await telemetry(1)
  await vi.waitFor(async () => expect(await isOnline()).toBe(true), 20_000)

  // The second message waits for the gateway's counter; the Will does not need it.
  await t.db.transaction().execute(async (tx) => {
    await tx.selectFrom('gateway_sequence').selectAll().where('gateway_id', '=', other.id).forUpdate().execute()
    void telemetry(2).catch(() => undefined)
    await vi.waitFor(() => expect(t.ingest.status()).toMatchObject({ waiting: 1 }), 20_000)
    client.stream.destroy()
    await vi.waitFor(async () => expect(await offlineFaults()).toEqual(['pending']), 20_000)
    await vi.waitFor(async () => expect(await isOnline()).toBe(false), 20_000)
  })
  await vi.waitFor(() => expect(t.ingest.status()).toMatchObject({ waiting: 0, inFlight: 0 }), 20_000)
  // Last-seen times are written once a second.
  await new Promise((resolve) => setTimeout(resolve, 2_500))
  expect(await isOnline()).toBe(false)
  expect(await offlineFaults()).toEqual(['pending'])

  const back = await connectAsync(t.url, { username: other.code, password: other.secret })
  await back.publishAsync(topic, JSON.stringify({ seq: 3, reports: [{ code: 'telemetry', format: 'EW' }] }), { qos: 1 })
  await vi.waitFor(async () => expect(await isOnline()).toBe(true), 20_000)
  await back.endAsync()
})

test('a gateway that is back before its Will is stored is online, and its Will’s fault ends', async () => {
  const [other] = t.site.gateways
  if (!other) throw new Error('no gateway')
  const topic = `ew/v1/${other.code}/report`
  const will = JSON.stringify({ reports: [{ code: 'offline', format: 'EW' }] })
  const signIn = { username: other.code, password: other.secret, reconnectPeriod: 0 }
  const telemetry = (seq: number) => JSON.stringify({ seq, reports: [{ code: 'telemetry', format: 'EW' }] })
  const seen = async () =>
    t.db.selectFrom('gateway').select(['online', 'last_seen_at']).where('id', '=', other.id).executeTakeFirstOrThrow()
  const faults = async () =>
    (await rowsOf.faults(t))
      .filter(({ source_code, gateway_id }) => source_code === 'offline' && gateway_id === other.id)
      .map(({ state }) => state)
  const client = await connectAsync(t.url, { ...signIn, will: { topic, payload: Buffer.from(will), qos: 1, retain: false } })
  client.on('error', () => undefined)
  await client.publishAsync(topic, telemetry(1), { qos: 1 })
  await vi.waitFor(async () => expect((await seen()).online).toBe(true), 20_000)
  const { last_seen_at: before } = await seen()

  let back: Awaited<ReturnType<typeof connectAsync>> | undefined
  // Only the Will needs the audit chain. It waits, as it would behind ten thousand others after a power cut.
  await t.db.transaction().execute(async (tx) => {
    await tx.selectFrom('audit_chain').selectAll().where('company_id', '=', t.site.companyId).forUpdate().execute()
    client.stream.destroy()
    await vi.waitFor(() => expect(t.ingest.status()).toMatchObject({ waiting: 1 }), 20_000)
    back = await connectAsync(t.url, signIn)
    await back.publishAsync(topic, telemetry(2), { qos: 1 })
    await vi.waitFor(async () => expect((await seen()).last_seen_at).not.toEqual(before), 20_000)
    expect(await faults()).toEqual([])
  })
  await vi.waitFor(async () => expect(await faults()).toEqual(['solved']), 20_000)
  expect((await seen()).online).toBe(true)
  await back?.endAsync()
})

/** Connects a gateway with a Will, after a sign of life. */
const join = async ({ code, secret }: { code: string; secret: string }) => {
  const will = {
    topic: `ew/v1/${code}/report`,
    payload: Buffer.from(JSON.stringify({ reports: [{ code: 'offline', format: 'EW' }] })),
    qos: 1,
    retain: false,
  } as const
  const client = await connectAsync(t.url, { username: code, password: secret, reconnectPeriod: 0, will })
  client.on('error', () => undefined)
  await client.publishAsync(will.topic, JSON.stringify({ reports: [{ code: 'telemetry', format: 'EW' }] }), { qos: 1 })
  return client
}
const isOnline = async ({ id }: { id: number }) =>
  (await t.db.selectFrom('gateway').select('online').where('id', '=', id).executeTakeFirstOrThrow()).online
const faultStates = async ({ id }: { id: number }) =>
  (await rowsOf.faults(t)).filter(({ gateway_id }) => gateway_id === id).map(({ state }) => state)

test('a gateway whose Will is stored is not offline without a fault, even if the Will’s fault ended before it was shown offline', async () => {
  const [gateway] = t.site.gateways
  if (!gateway) throw new Error('no gateway')
  const client = await join(gateway)
  await vi.waitFor(async () => expect(await isOnline(gateway)).toBe(true), 20_000)
  // As when the gateway was heard after an earlier Will, whose end is being stored right now.
  await sql
    .raw(
      `create function end_first() returns trigger language plpgsql as $$ begin
         if not exists (select from fault where gateway_id = new.gateway_id) then new.state := 'solved'; new.solved_at := now(); new.restored_at := now(); new.solved_way := 'restored'; end if;
         return new; end $$;
       create trigger end_first before insert on fault for each row execute function end_first()`,
    )
    .execute(t.db)
  client.stream.destroy()
  await vi.waitFor(async () => expect(await isOnline(gateway)).toBe(false), 20_000)
  await sql.raw(`drop trigger end_first on fault; drop function end_first()`).execute(t.db)
  expect((await faultStates(gateway)).toSorted()).toEqual(['pending', 'solved'])
  expect((await rowsOf.audits(t)).filter((action) => action === 'fault.raise')).toHaveLength(2)
})

test('a Will’s fault stays open when the clock was set back after the gateway was last seen', async () => {
  const [other, late] = t.site.gateways
  if (!late || !other) throw new Error('no gateways')
  const clients = [await join(late), await join(other)]
  for (const gateway of [late, other]) await vi.waitFor(async () => expect(await isOnline(gateway)).toBe(true), 20_000)
  // Seen half a minute in the future, by a clock that has since been set back.
  await t.db
    .updateTable('gateway')
    .set({ last_seen_at: new Date(Date.now() + 30_000) })
    .where('id', '=', late.id)
    .execute()
  for (const client of clients) client.stream.destroy()
  await vi.waitFor(async () => expect(await isOnline(other)).toBe(false), 20_000)
  await vi.waitFor(async () => expect(await faultStates(late)).toHaveLength(1), 20_000)
  expect(await faultStates(late)).not.toContain('solved')
})

test('a gateway that comes back after the clock was set back is online', async () => {
  const [, other] = t.site.gateways
  if (!other) throw new Error('no second gateway')
  const client = await join(other)
  await vi.waitFor(async () => expect(await isOnline(other)).toBe(true), 20_000)
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 3_600_000 })
  try {
    client.stream.destroy()
    await vi.waitFor(async () => expect(await isOnline(other)).toBe(false), 20_000)
  } finally {
    vi.useRealTimers()
  }
  const back = await join(other)
  await vi.waitFor(async () => expect(await isOnline(other)).toBe(true), 30_000)
  await back.endAsync(true)
})
