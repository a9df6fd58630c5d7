import { endpoints, errorCatalogue } from '@emberwatch/contract'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { startTestServer, type TestServer } from '../testing/context.ts'
import { masked } from './api-log.ts'

describe('what is kept of an input', () => {
  test('blots out secrets and set fields at any depth, masks contacts, cuts what is long', () => {
    const input = {
      account: 'sample1',
      password: 'a',
      newPwd: 'b',
      code: 'c',
      deep: { list: [{ appSecret: 'd', keyword: 'e' }] },
      keyword: 'f',
      phone: '13800001234',
      email: 'desk@example.com',
      identityNo: '110101199001011234',
      note: 'x'.repeat(500),
      ids: Array.from({ length: 50 }, (_, i) => i),
    }
    expect(masked(input, new Set(['keyword']))).toEqual({
      account: 'sample1',
      password: '***',
      newPwd: '***',
      code: '***',
      deep: { list: [{ appSecret: '***', keyword: '***' }] },
      keyword: '***',
      phone: '138****1234',
      email: 'd***@example.com',
      identityNo: '***',
      note: `${'x'.repeat(200)}…`,
      ids: Array.from({ length: 20 }, (_, i) => i),
    })
  })
  test('stays small, whatever is sent', () => {
    const wide = Object.fromEntries(Array.from({ length: 20_000 }, (_, i) => [`${i}${'k'.repeat(500)}`, 'v'.repeat(500)]))
    expect(JSON.stringify(masked({ wide, deep: { a: { b: { c: { d: 1 } } } } })).length).toBeLessThan(30_000)
  })
})

describe('a served call', () => {
  let server: TestServer
  let north: string
  beforeAll(async () => {
    server = await startTestServer()
    north = await server.signIn(server.world.accounts.northAdmin)
  })
  afterAll(() => server.stop())

  const last = (action: string) => server.db.selectFrom('api_log').selectAll().where('action', '=', action).orderBy('id', 'desc').executeTakeFirst()
  const logged = (action: string, facts: object) =>
    vi.waitFor(async () => expect(await last(action)).toMatchObject(facts), { timeout: 4_000, interval: 50 })
  const code = (reason: keyof typeof errorCatalogue) => errorCatalogue[reason].code

  test('is logged with the caller’s company, the envelope’s code and the trace id', async () => {
    await server.call('GET', 'web/role/page', { keyword: 'x' }, north)
    const { accounts, companies } = server.world
    const facts = { path: companies.north.path, account_id: accounts.northAdmin.id, account: 'North Admin', params: { keyword: 'x' } }
    await logged('web/role/page', { ...facts, status: 200, code: 200, method: 'GET', url: '/api/web/role/page', ip: '127.0.0.1' })
  })
  test('that failed is logged with the failure’s own code, as the caller’s', async () => {
    const path = server.world.companies.north.path
    await server.call('POST', 'web/role/create', { name: '' }, north)
    await logged('web/role/create', { path, status: 422, code: code('invalidInput') })
    await server.call('POST', 'web/role/del', { id: 999_999 }, north)
    await logged('web/role/del', { path, status: 404, code: code('notFound') })
    await server.call('GET', 'web/menu/tree', {}, north)
    await logged('web/menu/tree', { path, status: 403, code: code('noAccess') })
    await fetch(`${server.url}/api/web/role/update`, { method: 'POST', headers: { 'content-type': 'application/json' }, body: '{' })
    await logged('web/role/update', { status: 400, code: code('badRequest') })
  })
  test('without a session belongs to nobody, so that only the operating company sees it', async () => {
    await server.call('GET', 'web/role/select', {}, 'x'.repeat(43))
    await logged('web/role/select', { path: null, account_id: null, account: null, status: 401, code: 103 })
    await server.call('POST', 'web/account/login', { account: 'NorthAdmin', password: 'wrong1' })
    await logged('web/account/login', { path: null, status: 401, code: code('wrongCredentials'), params: { account: 'NorthAdmin', password: '***' } })
    const pageOf = async (token: string) => (await server.call('GET', 'web/log/api/page', { action: 'login' }, token)).data as { total: number }
    expect((await pageOf(north)).total).toBe(0)
    expect((await pageOf(await server.signIn(server.world.accounts.siterAdmin))).total).toBeGreaterThan(0)
  })
  test('with what the database refuses keeps no other from the log', async () => {
    const emoji = `${'x'.repeat(199)}😀`
    await server.call('POST', 'web/account/update/preference', { key: 'odd', value: `a\0b\ud800 ${emoji}`, ['k\0']: 1 }, north)
    await server.call('POST', 'web/role/forbidden', { id: 999_999, enabled: true }, north)
    await logged('web/role/forbidden', { code: code('notFound') })
    await logged(endpoints.session.setPreference.path, { method: 'POST' })
  })
})
