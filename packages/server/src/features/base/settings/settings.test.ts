import { settingDefaults } from '@emberwatch/contract'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { lanAddresses } from './settings.reads.ts'
import { startProcessBeside, startTestServer, type TestServer } from '../../../testing/context.ts'

let server: TestServer
let operator: string

beforeAll(async () => {
  server = await startTestServer()
  operator = await server.tokenOf(server.world.accounts.siterAdmin)
})
afterAll(() => server.stop())

const versionOf = async (): Promise<number> =>
  ((await server.call('GET', 'web/settings/find', {}, operator)).data as { version: number }).version
const choose = async (chosen: object, version?: number) =>
  server.call('POST', 'web/settings/update', { version: version ?? (await versionOf()), ...chosen }, operator)

test('nothing is chosen at first; only the operating company sees and changes the settings', async () => {
  const { data } = await server.call('GET', 'web/settings/find', {}, operator)
  expect(data).toMatchObject({ chosen: {}, defaults: settingDefaults, version: 0, updatedBy: null })
  const north = await server.tokenOf(server.world.accounts.northAdmin)
  expect(await server.call('GET', 'web/settings/find', {}, north)).toMatchObject({ status: 403 })
})

test('a choice is audited, applies in every process without a restart, and a stale one is refused', async () => {
  const beside = await startProcessBeside(server)
  try {
    expect(await choose({ passwordMin: 10, passwordKinds: 3, passwordReuse: 2 }, 0)).toMatchObject({ success: true })
    for (const { call } of [server, beside])
      await vi.waitFor(async () => {
        const { data } = await call('GET', 'web/settings/password')
        expect(data).toEqual({ passwordMin: 10, passwordKinds: 3, passwordReuse: 2 })
      }, 30_000)
  } finally {
    await beside.stop()
  }
  expect(await choose({ passwordMin: 6 }, 0)).toMatchObject({ status: 409 })
  const { action, changes } = await server.db
    .selectFrom('audit_log')
    .select(['action', 'changes'])
    .where('object_kind', '=', 'settings')
    .executeTakeFirstOrThrow()
  expect(action).toBe('settings.update')
  expect(changes).toEqual({ passwordMin: [null, 10], passwordKinds: [null, 3], passwordReuse: [null, 2] })
})

test('new passwords must satisfy the settings', async () => {
  const { northEngineer } = server.world.accounts
  const token = await server.tokenOf(northEngineer)
  const change = (oldPwd: string, newPwd: string) => server.call('POST', 'web/account/update/pwd', { oldPwd, newPwd }, token)
  const { worldPassword } = await import('../../../testing/context.ts')
  expect(await change(worldPassword, 'short1A')).toMatchObject({ status: 422, code: 1215 })
  expect(await change(worldPassword, 'longbutplain')).toMatchObject({ status: 422, code: 1215 })
  expect(await change(worldPassword, 'Long-enough-1')).toMatchObject({ success: true })
  expect(await change('Long-enough-1', 'Long-enough-2')).toMatchObject({ success: true })
  expect(await change('Long-enough-2', 'Long-enough-1')).toMatchObject({ status: 422, code: 1216 })
  expect(await change('Long-enough-2', 'Long-enough-3')).toMatchObject({ success: true })
  const reset = { id: northEngineer.id, password: 'plainplain' }
  expect(await server.call('POST', 'web/account/changePwd', reset, operator)).toMatchObject({ status: 422, code: 1215 })
})

test('an expired password must be replaced at the next sign-in; an open console goes on showing alarms', async () => {
  const { southEngineer, southAdmin } = server.world.accounts
  const token = await server.tokenOf(southEngineer)
  const open = await server.tokenOf(southAdmin)
  const daysAgo = (days: number) => new Date(Date.now() - days * 86_400_000)
  await server.db
    .updateTable('account')
    .set({ password_set_at: daysAgo(91) })
    .where('id', '=', southAdmin.id)
    .execute()
  await server.db
    .updateTable('session')
    .set({ created_at: daysAgo(2) })
    .where('account_id', '=', southAdmin.id)
    .execute()
  await server.db
    .updateTable('account')
    .set({ password_set_at: new Date(Date.now() - 91 * 86_400_000) })
    .where('id', '=', southEngineer.id)
    .execute()
  expect(await server.call('GET', 'web/project/select', {}, token)).toMatchObject({ success: true })
  await choose({ passwordAgeDays: 90 })
  await vi.waitFor(async () => {
    expect(await server.call('GET', 'web/project/select', {}, token)).toMatchObject({ status: 403, code: 1008 })
  }, 30_000)
  expect(await server.call('GET', 'web/project/select', {}, open)).toMatchObject({ success: true })
  await server.db.updateTable('account').set({ password_set_at: new Date() }).where('id', '=', southAdmin.id).execute()
  await choose({})
})

test('lengths of sessions and locks follow the settings', async () => {
  await choose({ sessionHours: 1, wrongPasswords: 3, lockOutMinutes: 30 })
  const { southAdmin } = server.world.accounts
  const attempt = () => server.call('POST', 'web/account/login', { account: southAdmin.account, password: 'not-this-one' })
  await vi.waitFor(async () => {
    expect(((await server.call('GET', 'web/settings/find', {}, operator)).data as { chosen: object }).chosen).toMatchObject({
      sessionHours: 1,
    })
  })
  // The process learns of its own change through the database, like all others.
  await new Promise((resolve) => setTimeout(resolve, 300))
  for (let i = 0; i < 3; i++) expect(await attempt()).toMatchObject({ code: 1200 })
  const { code, msg } = await attempt()
  expect(code).toBe(1202)
  expect(msg).toContain('30')
  const token = await server.signIn(server.world.accounts.northAdmin)
  const { expires_at, created_at } = await server.db
    .selectFrom('session')
    .select(['expires_at', 'created_at'])
    .where('account_id', '=', server.world.accounts.northAdmin.id)
    .orderBy('id', 'desc')
    .executeTakeFirstOrThrow()
  expect(token).not.toBe('')
  expect(Math.round((Date.parse(expires_at) - Date.parse(created_at)) / 60_000)).toBe(60)
  await choose({})
})

test('addresses of the console: the one that is set for everybody, the machine’s own for the operating company, none where it does not listen', async () => {
  const set = await startTestServer({ settings: { PUBLIC_URL: 'https://fire.example.com/console/' } })
  try {
    const north = await set.tokenOf(set.world.accounts.northAdmin)
    expect((await set.call('GET', 'web/settings/addresses', {}, north)).data).toEqual({
      publicUrl: 'https://fire.example.com/console',
      own: [],
    })
  } finally {
    await set.stop()
  }
  const { data } = await server.call('GET', 'web/settings/addresses', {}, operator)
  expect(data, 'it listens to its own machine alone').toEqual({ publicUrl: null, own: [] })
  const at = (address: string, internal = false, family: 'IPv4' | 'IPv6' = 'IPv4') =>
    ({ address, internal, family, netmask: '', mac: '', cidr: null, scopeid: 0 }) as never
  const interfaces = {
    lo: [at('127.0.0.1', true)],
    lan: [at('192.0.2.7'), at('fe80::1', false, 'IPv6')],
    other: [at('198.51.100.3')],
  }
  expect(lanAddresses({ host: '0.0.0.0', port: 8080 }, interfaces)).toEqual(['http://192.0.2.7:8080', 'http://198.51.100.3:8080'])
  expect(lanAddresses({ host: '192.0.2.7', port: 80 }, interfaces)).toEqual(['http://192.0.2.7:80'])
  expect(lanAddresses({ host: '127.0.0.1', port: 8080 }, interfaces)).toEqual([])
})

test('limits are enforced, and an online map needs its key', async () => {
  expect(await choose({ apiLogMonths: 5 })).toMatchObject({ status: 422 })
  expect(await choose({ alarmMonths: 5 })).toMatchObject({ status: 422 })
  expect(await choose({ mapProvider: 'amap' })).toMatchObject({ status: 422 })
  expect(await choose({ mapProvider: 'amap', mapKey: 'key-of-the-site' })).toMatchObject({ success: true })
  await vi.waitFor(async () => {
    const { data } = await server.call('GET', 'web/map/config', {}, operator)
    expect(data).toMatchObject({ provider: 'amap', scriptUrl: expect.stringContaining('key-of-the-site') })
  }, 30_000)
})

test('for a map’s keys, the audit log shows only that they changed', async () => {
  const keys = { mapKey: 'key-of-the-map', mapSecurityCode: 'code-of-it' }
  expect(await choose({ mapProvider: 'amap', ...keys })).toMatchObject({ success: true })
  const { changes } = await server.db
    .selectFrom('audit_log')
    .select('changes')
    .where('object_kind', '=', 'settings')
    .orderBy('id', 'desc')
    .executeTakeFirstOrThrow()
  expect(changes).toMatchObject({ mapKey: ['***', '***'], mapSecurityCode: ['***', '***'] })
})
