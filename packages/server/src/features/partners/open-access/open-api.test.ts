import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { startTestServer, testClock, type TestServer, type WorldAccount } from '../../../testing/context.ts'
import { addKey } from '../../../testing/keys.ts'
import { addAlarm, addSite, type Site } from '../../alarms/alarm/alarm.fixture.ts'

/** The open API as a partner's program calls it: over HTTP, behind a proxy. */

let server: TestServer
let site: Site
let deviceCode: string
const clock = testClock()

beforeAll(async () => {
  server = await startTestServer({ settings: { TRUST_PROXY: '127.0.0.1' }, clock })
  site = await addSite(server.db, server.world.companies.north)
  await addAlarm(server.db, site)
  const device = await server.db.selectFrom('device').select('code').where('id', '=', site.device).executeTakeFirstOrThrow()
  deviceCode = device.code
})
afterAll(() => server.stop())

interface Answer {
  readonly status: number
  readonly code: number
  readonly msg: string
  readonly data: unknown
  readonly retryAfter: string | null
}

const ask = async (
  path: string,
  secret: string,
  { body, from = '198.51.100.1', once }: { body?: object; from?: string; once?: string } = {},
): Promise<Answer> => {
  const answer = await fetch(`${server.url}/api/open/v1/${path}`, {
    method: body ? 'POST' : 'GET',
    headers: {
      authorization: `Bearer ${secret}`,
      'accept-language': 'en',
      'x-forwarded-for': from,
      ...(body ? { 'content-type': 'application/json' } : {}),
      ...(once === undefined ? {} : { 'idempotency-key': once }),
    },
    ...(body ? { body: JSON.stringify(body) } : {}),
  })
  const { code, msg, data } = (await answer.json()) as Answer
  return { status: answer.status, code, msg, data, retryAfter: answer.headers.get('retry-after') }
}
const north = (more: Parameters<typeof addKey>[2] = {}) =>
  addKey(server.db, server.world.companies.north, { by: server.world.accounts.northAdmin.id, ...more })
const noKey = { status: 401, code: 1217 }

test('what opens it is a key in force, and it ends within a second wherever it is ended', async () => {
  const { id, secret } = await north()
  expect(await ask('alarms', secret)).toMatchObject({ status: 200, data: { total: 1 } })
  await server.db.updateTable('open_access').set({ enabled: false }).where('id', '=', id).execute()
  await vi.waitFor(async () => expect(await ask('alarms', secret)).toMatchObject(noKey), { timeout: 1_000, interval: 100 })
  const { secret: other } = await north()
  expect((await ask('alarms', other)).status).toBe(200)
  const company = (enabled: boolean) =>
    server.db.updateTable('company').set({ enabled }).where('id', '=', server.world.companies.north.id).execute()
  await company(false)
  await vi.waitFor(async () => expect(await ask('alarms', other)).toMatchObject(noKey), { timeout: 1_000, interval: 100 })
  await company(true)
  expect((await ask('alarms', other)).status).toBe(200)
})

test('a key in the address opens nothing, and is in no log', async () => {
  const { secret } = await north()
  for (const path of [`alarms?key=${secret}`, `alarms?token=${secret}`, `alarms?access_token=${secret}`]) {
    const answer = await fetch(`${server.url}/api/open/v1/${path}`)
    expect(answer.status).toBe(401)
  }
  const logged = async (): Promise<string> => JSON.stringify(await server.db.selectFrom('api_log').selectAll().execute())
  await vi.waitFor(async () => expect(await logged()).toContain('open/v1/alarms'), 30_000)
  expect(await logged()).not.toContain(secret.slice(17))
})

describe('addresses', () => {
  test.each([
    ['203.0.113.9', true],
    ['::ffff:203.0.113.9', true],
    ['203.0.114.9', false],
    ['::ffff:203.0.114.9', false],
    ['2001:db8::1', true],
    ['2001:db9::1', false],
    // What a caller puts before the proxy's own entry counts for nothing.
    ['203.0.113.9, 198.51.100.1', false],
  ])('from %s: %s', async (from, result) => {
    const { secret } = await north({ addresses: ['203.0.113.0/24', '2001:db8::/32'] })
    const answer = await ask('alarms', secret, { from })
    expect(answer.status).toBe(result ? 200 : 403)
    if (!result) expect(answer).toMatchObject({ code: 1218 })
  })

  test('the last use is recorded once a minute, with its address', async () => {
    const { id, secret } = await north()
    const used = () =>
      server.db
        .selectFrom('open_secret')
        .select(['last_used_at', 'last_used_ip'])
        .where('access_id', '=', id)
        .executeTakeFirstOrThrow()
    await ask('alarms', secret, { from: '198.51.100.7' })
    const first = await used()
    expect(first.last_used_ip).toBe('198.51.100.7')
    await server.db.updateTable('open_access').set({ remark: 'x' }).where('id', '=', id).execute()
    await ask('alarms', secret, { from: '198.51.100.8' })
    expect(await used()).toEqual(first)
    clock.forward(61_000)
    // Known callers are believed for half a second of the real clock.
    await vi.waitFor(async () => {
      await ask('alarms', secret, { from: '198.51.100.9' })
      expect((await used()).last_used_ip).toBe('198.51.100.9')
    }, 30_000)
  })
})

describe('writing', () => {
  const repair = (more: object = {}) => ({ deviceCodes: [deviceCode], priority: 'normal', description: 'no signal', ...more })
  const orders = () =>
    server.db.selectFrom('work_order').selectAll().where('project_id', '=', site.project).where('origin', '=', 'api').execute()

  test('an order is the company’s, from the key, and sent again or twice at once it is one', async () => {
    const { id, secret } = await north({ name: 'Portal of a partner' })
    const once = randomUUID()
    const answers = await Promise.all([1, 2, 3].map(() => ask('orders/repair', secret, { body: repair(), once })))
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200])
    expect(new Set(answers.map(({ data }) => JSON.stringify(data))).size).toBe(1)
    expect((await ask('orders/repair', secret, { body: repair(), once })).data).toEqual(answers[0]?.data)
    expect(await orders()).toMatchObject([
      { status: 'pending_assign', company_id: server.world.companies.north.id, created_by: null },
    ])
    const audit = await server.db
      .selectFrom('audit_log')
      .selectAll()
      .where('action', '=', 'repairOrder.create')
      .orderBy('id', 'desc')
      .executeTakeFirstOrThrow()
    expect(audit).toMatchObject({ actor_id: null, actor_name: 'Portal of a partner', key_id: id, ip: '198.51.100.1' })
    // Another key's ids are its own.
    const { secret: other } = await north()
    await ask('orders/repair', other, { body: repair(), once })
    expect(await orders()).toHaveLength(2)
    expect(await ask('orders/repair', secret, { body: repair({ description: 'other' }), once })).toMatchObject({ code: 1105 })
    expect(await ask('orders/repair', secret, { body: repair(), once: 'mine' })).toMatchObject({ status: 400 })
  })

  test('the audit log names the key, and the chain still verifies', async () => {
    const token = await server.tokenOf(server.world.accounts.northAdmin)
    const log = await server.call('GET', 'web/log/audit/page', { action: 'repairOrder.create' }, token)
    expect((log.data as { list: { actor: string }[] }).list[0]?.actor).toMatch(/^API key “/)
    const siter = await server.tokenOf(server.world.accounts.siterAdmin)
    const verified = await server.call('GET', 'web/log/audit/verify', {}, siter)
    expect(verified.data).toMatchObject({ intact: true, brokenAt: null })
  })

  test('a foreign or unknown device answers alike, and nothing is created', async () => {
    const foreign = await addSite(server.db, server.world.companies.south)
    const { code } = await server.db
      .selectFrom('device')
      .select('code')
      .where('id', '=', foreign.device)
      .executeTakeFirstOrThrow()
    const { secret } = await north()
    const before = (await orders()).length
    const [theirs, none] = [
      await ask('orders/repair', secret, { body: repair({ deviceCodes: [deviceCode, code] }) }),
      await ask('orders/repair', secret, { body: repair({ deviceCodes: [deviceCode, 'NOWHERE-1'] }) }),
    ]
    expect(theirs).toEqual(none)
    expect(theirs).toMatchObject({ status: 404, code: 1500 })
    expect(await orders()).toHaveLength(before)
  })

  test('feedback arrives at those who look after the project', async () => {
    const { secret } = await north()
    const once = randomUUID()
    const body = { projectId: site.project, deviceCode, content: 'The panel beeps' }
    const [first, second] = await Promise.all([1, 2].map(() => ask('feedback', secret, { body, once })))
    expect(first).toMatchObject({ status: 200 })
    expect(second?.data).toEqual(first?.data)
    const stored = await server.db.selectFrom('user_feedback').selectAll().where('content', '=', 'The panel beeps').execute()
    expect(stored).toMatchObject([{ project_id: site.project, device_id: site.device, company_id: site.owner.id }])
  })
})

describe('tickets', () => {
  const ticketOf = (secret: string, { account }: WorldAccount) => ask('tickets', secret, { body: { account } })
  const redeem = async (ticket: string) => server.call('POST', 'web/account/autoLogin', { ticket })
  const info = async (token: string) => server.call('GET', 'web/account/info', {}, token)
  const ticketIn = ({ data }: Answer): string => (data as { ticket: string }).ticket

  test('sign one account in, once, within a minute, on behalf of who granted it and under the key’s name', async () => {
    const { accounts } = server.world
    const { id, secret } = await north({ name: 'Single sign-on' })
    const answer = await ticketOf(secret, accounts.northEngineer)
    expect(answer).toMatchObject({ status: 200 })
    const signedIn = await redeem(ticketIn(answer))
    expect(signedIn.status).toBe(200)
    expect(await redeem(ticketIn(answer))).toMatchObject({ code: 1208 })
    const token = String(signedIn.data)
    expect((await info(token)).data).toMatchObject({ account: accounts.northEngineer.account, issuer: 'Single sign-on' })
    const [issued, opened] = await Promise.all(
      ['account.ticket', 'session.ticketLogin'].map((action) =>
        server.db
          .selectFrom('audit_log')
          .selectAll()
          .where('action', '=', action)
          .orderBy('id', 'desc')
          .executeTakeFirstOrThrow(),
      ),
    )
    expect(issued).toMatchObject({
      actor_id: null,
      actor_name: 'Single sign-on',
      key_id: id,
      object_id: String(accounts.northEngineer.id),
    })
    expect(opened).toMatchObject({ issuer_id: accounts.northAdmin.id, issuer_name: 'Single sign-on' })
    // What is reserved for the holder stays so.
    expect(await server.call('POST', 'web/account/update/pwd', { oldPwd: 'x', newPwd: 'Long-enough-1' }, token)).toMatchObject({
      code: 1009,
    })
    // Nor whatever else would outlast the key.
    const admin = String((await redeem(ticketIn(await ticketOf(secret, accounts.northAgentAdmin)))).data)
    const as = (path: string, input: Record<string, unknown>) => server.call('POST', path, input, admin)
    const person = { account: 'outlasting', name: 'Stays', phone: '13800000000', roleIds: [accounts.northAgentAdmin.roleId] }
    const { id: companyId, path } = server.world.companies.northAgent
    const waiting = await server.db
      .insertInto('account')
      .values({
        company_id: companyId,
        path,
        type: 'user',
        account: 'registered1',
        name: 'R',
        password_hash: '-',
        enabled: false,
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    expect(await as('web/account/create', person)).toMatchObject({ status: 403, code: 1009 })
    expect(await as('web/account/forbidden', { id: waiting.id, enabled: true })).toMatchObject({ status: 403, code: 1009 })
    expect(await as('web/account/forbidden', { id: waiting.id, enabled: false })).toMatchObject({ status: 200 })
    const late = ticketIn(await ticketOf(secret, accounts.northEngineer))
    clock.forward(60_001)
    expect(await redeem(late)).toMatchObject({ code: 1208 })
  })

  test.each([
    ['northAgentAdmin', 200],
    ['northEngineer', 200],
    ['northAdmin', 409], // oneself
    ['northCustomer', 403], // the same level
    ['southAdmin', 404],
    ['siterAdmin', 404],
  ] as const)('for %s answer %i', async (name, status) => {
    const { secret } = await north()
    expect((await ticketOf(secret, server.world.accounts[name])).status).toBe(status)
  })

  test('are limited by both who granted the right and who was shown the secret, as they are now', async () => {
    const { accounts } = server.world
    const byEngineer = await north({ ticket_granted_by: accounts.northEngineer.id })
    expect(await ticketOf(byEngineer.secret, accounts.northAgentAdmin)).toMatchObject({ status: 403, code: 1002 })
    const shown = await north()
    await server.db
      .updateTable('open_secret')
      .set({ created_by: accounts.northEngineer.id })
      .where('access_id', '=', shown.id)
      .execute()
    expect(await ticketOf(shown.secret, accounts.northAgentAdmin)).toMatchObject({ status: 403, code: 1002 })
    const nobody = await addKey(server.db, server.world.companies.north)
    expect(await ticketOf(nobody.secret, accounts.northAgentAdmin)).toMatchObject({ status: 403, code: 1002 })
    // Above the key's company, the granter may do more than the key.
    const below = await addKey(server.db, server.world.companies.northAgent, { by: accounts.northAdmin.id })
    expect(await ticketOf(below.secret, accounts.northEngineer)).toMatchObject({ status: 404 })
    expect(await ticketOf(below.secret, accounts.northAgentAdmin)).toMatchObject({ status: 200 })
    const set = (enabled: boolean) =>
      server.db.updateTable('account').set({ enabled }).where('id', '=', accounts.northAdmin.id).execute()
    await set(false)
    expect(await ticketOf(below.secret, accounts.northAgentAdmin)).toMatchObject({ status: 403 })
    await set(true)
  })

  test('open no account that has a second step or must choose a password, also if that comes after them', async () => {
    const { accounts } = server.world
    const { secret } = await north()
    const set = (columns: object) =>
      server.db.updateTable('account').set(columns).where('id', '=', accounts.northEngineer.id).execute()
    const role = (requires_two_step: boolean) =>
      server.db.updateTable('role').set({ requires_two_step }).where('id', '=', accounts.northEngineer.roleId).execute()
    for (const [begin, end] of [
      [() => set({ two_step_secret: Buffer.from('x') }), () => set({ two_step_secret: null })],
      [() => set({ must_change_password: true }), () => set({ must_change_password: false })],
      [() => role(true), () => role(false)],
    ] as const) {
      const before = ticketIn(await ticketOf(secret, accounts.northEngineer))
      await begin()
      expect(await ticketOf(secret, accounts.northEngineer)).toMatchObject({ status: 409, code: 1104 })
      expect(await redeem(before)).toMatchObject({ code: 1208 })
      await end()
    }
    expect((await ticketOf(secret, accounts.northEngineer)).status).toBe(200)
  })

  test('and the sessions they opened end with the key, its right, and whoever granted it', async () => {
    const { accounts } = server.world
    const admin = await server.tokenOf(accounts.northAdmin)
    const open = async (): Promise<{ id: number; token: string }> => {
      const { id, secret } = await north()
      const { data } = await redeem(ticketIn(await ticketOf(secret, accounts.northEngineer)))
      expect((await info(String(data))).status).toBe(200)
      return { id, token: String(data) }
    }
    const first = await open()
    expect((await server.call('POST', 'web/access/forbidden', { id: first.id, enabled: false }, admin)).msg).toBe('')
    expect(await info(first.token)).toMatchObject({ code: 103 })
    const second = await open()
    expect((await server.call('POST', 'web/access/del', { id: second.id }, admin)).msg).toBe('')
    expect(await info(second.token)).toMatchObject({ code: 103 })
    const third = await open()
    await server.db.updateTable('open_access').set({ expires_at: clock.now() }).where('id', '=', third.id).execute()
    await vi.waitFor(async () => expect(await info(third.token)).toMatchObject({ code: 103 }), { timeout: 1_000, interval: 100 })
    const fourth = await open()
    expect((await server.call('POST', 'web/access/rotate', { id: fourth.id, immediately: true }, admin)).msg).toBe('')
    expect(await info(fourth.token)).toMatchObject({ code: 103 })
  })
})

describe('too many', () => {
  test('calls of a key in a minute answer 429 with when to go on, and other keys go on', async () => {
    const { secret } = await north({ per_minute: 3 })
    const { secret: other } = await north()
    const answers = []
    for (let i = 0; i < 5; i++) answers.push(await ask('projects', secret))
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 429, 429])
    expect(Number(answers[3]?.retryAfter)).toBeGreaterThan(0)
    expect((await ask('projects', other)).status).toBe(200)
  })

  test('calls of a company at once answer 429, and people and other companies notice nothing', async () => {
    const { secret } = await north()
    const { secret: south } = await addKey(server.db, server.world.companies.south)
    const person = await server.tokenOf(server.world.accounts.northAdmin)
    // The calls wait for a lock that this test holds.
    const go = Promise.withResolvers<void>()
    const held = Promise.withResolvers<void>()
    const lock = server.db.transaction().execute(async (tx) => {
      await sql`lock table work_order in access exclusive mode`.execute(tx)
      held.resolve()
      await go.promise
    })
    await held.promise
    const waiting = Array.from({ length: 3 }, () => ask('orders?kind=repair', secret))
    try {
      // Each reads its list and counts it. A fourth that overtook one of them would wait in its place.
      const locks = sql`select pid from pg_locks where relation = 'work_order'::regclass and not granted`
      await vi.waitFor(async () => expect((await locks.execute(server.db)).rows).toHaveLength(6), 5_000)
      expect(await ask('orders?kind=repair', secret)).toMatchObject({ status: 429, retryAfter: '1' })
      expect((await ask('alarms', south, { from: '198.51.100.2' })).status).toBe(200)
      expect((await server.call('GET', 'web/account/info', {}, person)).status).toBe(200)
    } finally {
      go.resolve()
      await lock
    }
    expect((await Promise.all(waiting)).map(({ status }) => status)).toEqual([200, 200, 200])
    expect((await ask('projects', secret)).status).toBe(200)
  })

  test('wrong keys from an address are answered 429, and right ones from there never', async () => {
    const { secret } = await north()
    const from = '198.51.100.66'
    const wrong = `${secret.slice(0, -1)}${secret.endsWith('A') ? 'B' : 'A'}`
    const answers = await Promise.all(Array.from({ length: 61 }, () => ask('alarms', wrong, { from })))
    expect(answers.filter(({ status }) => status === 401)).toHaveLength(60)
    const refused = answers.find(({ status }) => status === 429)
    expect(Number(refused?.retryAfter)).toBeGreaterThan(0)
    expect((await ask('alarms', secret, { from })).status).toBe(200)
    expect((await ask('alarms', wrong, { from: '198.51.100.67' })).status).toBe(401)
  })
})

test('the log of calls names the key, and its page counts them', async () => {
  const { id, secret } = await north({ name: 'Counted' })
  await ask('alarms', secret)
  await ask('alarms', secret)
  await ask('alarms/detail?id=999999', secret)
  const token = await server.tokenOf(server.world.accounts.northAdmin)
  await vi.waitFor(async () => {
    const { data } = await server.call('GET', 'web/access/detail', { id }, token)
    const requests = [200, 404].map((status) => ({ status, count: status === 200 ? 2 : 1 }))
    expect(data).toMatchObject({ requests })
  }, 30_000)
  const rows = await server.db.selectFrom('api_log').selectAll().where('key_id', '=', id).execute()
  expect(rows[0]).toMatchObject({ account: 'Counted', account_id: null, company_id: server.world.companies.north.id })
})
