import { allEndpoints, type Endpoint, type TSchema } from '@emberwatch/contract'
import { sql } from 'kysely'
import { connectAsync } from 'mqtt'
import { randomBytes } from 'node:crypto'
import { pino } from 'pino'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestServer, worldPassword, type TestServer } from '../../../testing/context.ts'
import { addOwnedRows, type OwnedRows } from '../../../testing/rows.ts'
import { sampleOf } from '../../../testing/sample.ts'

/**
 * Nothing secret reaches a log. Every secret that this file sends or receives contains a mark or is remembered. At the end, all logs, their
 * exports and the program's output are searched for them.
 */

let server: TestServer
let rows: OwnedRows
let siter: string
let north: string
const printed: string[] = []
const given: string[] = [worldPassword]

/** In every marked secret; short enough for a field of twelve characters. */
const stem = `Zq${randomBytes(3).toString('hex')}`
let marks = 0
const mark = (): string => `${stem}${String(++marks).padStart(3, '0')}`

beforeAll(async () => {
  const log = pino({ level: 'trace' }, { write: (line: string) => void printed.push(line) })
  server = await startTestServer({ log, settings: { ROLES: 'api,ingest,jobs' } })
  const { accounts, companies } = server.world
  rows = await addOwnedRows(server.db, companies.north)
  siter = await server.signIn(accounts.siterAdmin)
  north = await server.signIn(accounts.northAdmin)
  given.push(siter, north)
})
afterAll(() => server.stop())

const post = (path: string, input: Record<string, unknown>, token?: string) => server.call('POST', path, input, token)

/** The sample input of a call with a mark in each secret field; undefined if it has none. */
const marked = (entry: Endpoint): Record<string, unknown> | undefined => {
  const sample = sampleOf(entry.input, (entity) => rows[entity] ?? 1) as Record<string, unknown>
  let found = false
  const visit = (value: Record<string, unknown>): Record<string, unknown> =>
    Object.fromEntries(
      Object.entries(value).map(([field, each]) => {
        if (typeof each === 'object' && each !== null && !Array.isArray(each))
          return [field, visit(each as Record<string, unknown>)]
        if (typeof each !== 'string' || !/p(ass)?w(or)?d|secret|token|ticket|captcha/i.test(field)) return [field, each]
        found = true
        return [field, mark()]
      }),
    )
  const input = visit(sample)
  return found ? input : undefined
}
const secretCalls = allEndpoints.flatMap(({ name, entry }) => {
  const properties = JSON.stringify((entry.input as TSchema & { properties: object }).properties)
  return /"\w*(p(ass)?w(or)?d|secret|token|ticket|captcha)\w*":\{/i.test(properties) ? [{ name, entry }] : []
})

test('the calls that carry secrets are found', () => {
  expect(secretCalls.map(({ name }) => name)).toEqual(
    expect.arrayContaining([
      'session.login',
      'session.register',
      'session.changePassword',
      'session.redeemTicket',
      'operatorPlatform.create',
    ]),
  )
})

test('signing in, wrongly and rightly, changing the password, a ticket, signing out', async () => {
  const { accounts } = server.world
  const { account } = accounts.northEngineer
  await post('web/account/login', { account, password: mark() })
  const token = await server.signIn(accounts.northEngineer)
  const newPwd = `${mark()}Pw`
  expect(await post('web/account/update/pwd', { oldPwd: mark(), newPwd }, token)).toMatchObject({ success: false })
  expect(await post('web/account/update/pwd', { oldPwd: worldPassword, newPwd }, token)).toMatchObject({ success: true })
  const login = await post('web/account/login', { account, password: newPwd })
  expect(login.success).toBe(true)
  const issued = await post('web/account/ticket', { accountId: accounts.northAgentAdmin.id }, north)
  const { ticket } = issued.data as { ticket: string }
  const redeemed = await post('web/account/autoLogin', { ticket })
  expect(redeemed.success).toBe(true)
  expect(await post('web/account/autoLogin', { ticket })).toMatchObject({ success: false })
  given.push(token, newPwd, String(login.data), ticket, String(redeemed.data))
  await post('web/account/logout', {}, token)
})

test('a carrier platform: created, created again, changed, rejected by the database', async () => {
  const platform = { code: 'CARRIER', name: 'Carrier', protocol: 'http', enabled: true }
  const made = await post('web/operatorPlatform/create', { ...platform, secret: mark() }, siter)
  expect(made.success).toBe(true)
  expect(await post('web/operatorPlatform/create', { ...platform, secret: mark() }, siter)).toMatchObject({ status: 409 })
  const { id } = made.data as { id: number }
  const { code: _, ...fields } = platform
  expect(await post('web/operatorPlatform/update', { id, version: 1, ...fields, secret: mark() }, siter)).toMatchObject({
    success: true,
  })
  await sql`alter table operator_platform add constraint odd check (name <> 'Odd')`.execute(server.db)
  expect(
    await post('web/operatorPlatform/create', { ...platform, code: 'ODD', name: 'Odd', secret: mark() }, siter),
  ).toMatchObject({ status: 500 })
  const line = printed.find((each) => each.includes('violates check constraint'))
  expect(line).toContain('request failed')
  expect(line).not.toContain('Failing row')
})

test('a gateway with a wrong secret', async () => {
  const gateway = await server.db.selectFrom('gateway').select('code').executeTakeFirstOrThrow()
  const attempt = connectAsync(server.mqttUrl ?? '', {
    protocolVersion: 4,
    username: gateway.code,
    password: mark(),
    reconnectPeriod: 0,
  })
  await expect(attempt).rejects.toThrow()
})

// After the tests above, because it uses up an address's calls per minute.
test.each(secretCalls)('$name, whoever calls and whatever is wrong with the input', async ({ entry }) => {
  const send = (token: string | undefined, input: Record<string, unknown>) => server.call(entry.method, entry.path, input, token)
  for (const token of [siter, mark().padEnd(40, 'x')]) {
    await send(token, marked(entry) ?? {})
    expect((await send(token, { ...marked(entry), unknownField: 'x' })).success).toBe(false)
    const { [Object.keys(marked(entry) ?? {})[0] ?? '']: _, ...rest } = marked(entry) ?? {}
    await send(token, rest)
    if (entry.method === 'GET') continue
    const headers = { 'content-type': 'application/json', ...(token ? { authorization: `Bearer ${token}` } : {}) }
    await fetch(`${server.url}/api/${entry.path}`, { method: 'POST', headers, body: `{"password":"${mark()}` })
    const form = new URLSearchParams({ 'deep[password]': mark(), 'list[0][secret]': mark() })
    await fetch(`${server.url}/api/${entry.path}`, {
      method: 'POST',
      headers: { ...headers, 'content-type': 'application/x-www-form-urlencoded' },
      body: form,
    })
  }
})

test('no log, no export of one and no printed line contains any of it', async () => {
  await new Promise((resolve) => setTimeout(resolve, 1_500)) // the API log is written every second
  const texts = new Map<string, string>([['printed', printed.join('\n')]])
  for (const table of [
    'api_log',
    'audit_log',
    'mqtt_log',
    'login_log',
    'live_event',
    'message',
    'export_job',
    'account',
    'operator_platform',
  ] as const) {
    const { rows: found } = await sql<{
      text: string
    }>`select coalesce(string_agg(t::text, E'\n'), '') as text from ${sql.table(table)} t`.execute(server.db)
    texts.set(table, found[0]?.text ?? '')
  }
  for (const log of ['api', 'mqtt', 'login', 'audit']) {
    const { data } = await server.call('GET', `web/log/${log}/export`, { format: 'csv' }, siter)
    texts.set(`${log} export`, await exported((data as { exportId: number }).exportId))
  }
  // The log does contain the calls above, so the search proves something.
  expect(texts.get('api_log')).toContain('web/operatorPlatform/create')
  expect(texts.get('api export')).toContain('***')
  expect(texts.get('audit export')).toContain('Carrier platform · edited')
  expect(texts.get('login export')).toContain('wrongCredentials')
  expect(texts.get('printed')).toContain('request failed')
  expect(marks).toBeGreaterThan(40)
  const leaks = [...texts].flatMap(([where, text]) =>
    [stem, ...given]
      .filter((secret) => secret.length > 5 && text.includes(secret))
      .map((secret) => `${where}: ${text.slice(Math.max(0, text.indexOf(secret) - 200), text.indexOf(secret) + 20)}`),
  )
  expect(leaks).toEqual([])
})

const exported = async (id: number): Promise<string> => {
  for (let i = 0; i < 100; i++) {
    const { data } = await server.call('GET', 'file/export/progress', { id }, siter)
    const { state, fileId } = data as { state: string; fileId: string | null }
    if (state === 'done') {
      const response = await fetch(`${server.url}/api/file/read?id=${fileId}`, { headers: { authorization: `Bearer ${siter}` } })
      return response.text()
    }
    await new Promise((resolve) => setTimeout(resolve, 100))
  }
  throw new Error('the export was not finished')
}
