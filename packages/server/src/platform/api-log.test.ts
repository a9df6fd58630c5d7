import { endpoints, errorCatalogue } from '@emberwatch/contract'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { startTestServer, type TestServer } from '../testing/context.ts'
import { masked } from './api-log.ts'

describe('what is kept of an input', () => {
  test('removes secrets and configured fields at any depth, masks contacts, shortens what is long', () => {
    const input = {
      account: 'sample1',
      password: 'a',
      newPwd: 'b',
      linkKey: '00',
      code: 'c',
      deep: { list: [{ appSecret: 'd', keyword: 'e' }] },
      keyword: 'f',
      phone: '13800001234',
      email: 'desk@example.com',
      url: 'https://example.com/hook?token=g',
      identityNo: '110101199001011234',
      note: 'x'.repeat(500),
      ids: Array.from({ length: 50 }, (_, i) => i),
    }
    expect(masked(input, new Set(['keyword']))).toEqual({
      account: 'sample1',
      password: '***',
      newPwd: '***',
      linkKey: '***',
      code: '***',
      deep: { list: [{ appSecret: '***', keyword: '***' }] },
      keyword: '***',
      phone: '138****1234',
      email: 'd***@example.com',
      url: 'https://example.com/hook?***',
      identityNo: '***',
      note: `${'x'.repeat(200)}…`,
      ids: Array.from({ length: 20 }, (_, i) => i),
    })
  })
  test('masks the names of persons, by the call’s own declaration and by field names', () => {
    const input = { name: '张小明', keyword: 'Zhang', contacter: 'Duty Desk', adminName: 'Ann', title: 'Night shift' }
    expect(masked(input, new Set(), ['name', 'keyword'])).toEqual({
      name: '张**',
      keyword: 'Z**',
      contacter: 'D**',
      adminName: 'A**',
      title: 'Night shift',
    })
  })
  test('never contains a lone surrogate or a NUL, which the database rejects', () => {
    const kept = masked({ note: `${'x'.repeat(199)}😀`, odd: 'a\0b\ud800', ['k\0']: 1 })
    expect(kept).toEqual({ note: `${'x'.repeat(199)}\ufffd…`, odd: 'ab\ufffd', k: 1 })
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

  /** The row of the newest such call that ended with this code, as soon as it is written. */
  const logged = (action: string, code: number) =>
    vi.waitFor(
      () =>
        server.db
          .selectFrom('api_log')
          .selectAll()
          .where('action', '=', action)
          .where('code', '=', code)
          .orderBy('id', 'desc')
          .executeTakeFirstOrThrow(),
      { timeout: 4_000, interval: 50 },
    )
  const code = (reason: keyof typeof errorCatalogue) => errorCatalogue[reason].code

  test('is logged as the caller’s, with its input', async () => {
    await server.call('GET', 'web/role/page', { keyword: 'x' }, north)
    const { accounts, companies } = server.world
    expect(await logged('web/role/page', 200)).toMatchObject({
      path: companies.north.path,
      company_id: companies.north.id,
      company_name: 'North Distributor',
      account_id: accounts.northAdmin.id,
      account: 'North Admin',
      params: { keyword: 'x' },
      status: 200,
      method: 'GET',
      url: '/api/web/role/page',
      ip: '127.0.0.1',
    })
  })
  test('of the global search does not leave a person’s name in the log', async () => {
    await server.call('GET', 'web/search', { keyword: '张小明' }, north)
    expect(await logged('web/search', 200)).toMatchObject({ params: { keyword: '张**' } })
  })
  test.each([
    ['invalidInput', 'POST', 'web/role/create', { name: '' }],
    ['notFound', 'POST', 'web/role/del', { id: 999_999 }],
    ['noAccess', 'GET', 'web/menu/tree', {}],
  ] as const)(
    'that failed by %s is logged with that failure’s own code, as the caller’s',
    async (reason, method, path, input) => {
      await server.call(method, path, input, north)
      const row = { path: server.world.companies.north.path, status: errorCatalogue[reason].status }
      expect(await logged(path, code(reason))).toMatchObject(row)
    },
  )
  test('that could not be read is logged too', async () => {
    const headers = { 'content-type': 'application/json', authorization: `Bearer ${north}` }
    await fetch(`${server.url}/api/web/role/update`, { method: 'POST', headers, body: '{' })
    const { id } = server.world.accounts.northAdmin
    expect(await logged('web/role/update', code('unreadable'))).toMatchObject({ status: 400, account_id: id, params: {} })
  })
  test('without a session belongs to nobody, so only the operating company sees it', async () => {
    await server.call('GET', 'web/role/select', {}, 'x'.repeat(43))
    const nobodys = { path: null, company_id: null, company_name: null, account_id: null, account: null, status: 401 }
    expect(await logged('web/role/select', 103)).toMatchObject(nobodys)
    await server.call('POST', 'web/account/login', { account: 'NorthAdmin', password: 'wrong1' })
    const params = { account: 'NorthAdmin', password: '***' }
    expect(await logged('web/account/login', code('wrongCredentials'))).toMatchObject({ ...nobodys, params })
    const pageOf = async (token: string) =>
      (await server.call('GET', 'web/log/api/page', { action: 'login' }, token)).data as { total: number }
    expect((await pageOf(north)).total).toBe(0)
    expect((await pageOf(await server.signIn(server.world.accounts.siterAdmin))).total).toBeGreaterThan(0)
  })
  test('that the database rejects does not keep others out of the log', async () => {
    const odd = { key: 'odd', value: `a\0b\ud800 ${'x'.repeat(194)}😀`, ['k\0']: 1 }
    await server.call('POST', endpoints.session.setPreference.path, odd, north)
    await server.call('POST', 'web/role/forbidden', { id: 999_999, enabled: true }, north)
    expect(await logged('web/role/forbidden', code('notFound'))).toMatchObject({ method: 'POST' })
    expect(await logged(endpoints.session.setPreference.path, code('invalidInput'))).toMatchObject({ method: 'POST' })
  })
})
