import { allEndpoints, errorCatalogue } from '@emberwatch/contract'
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest'
import { startTestServer, type TestServer } from '../../../testing/context.ts'

let server: TestServer
let siter: string
let north: string

beforeAll(async () => {
  server = await startTestServer()
  siter = await server.signIn(server.world.accounts.siterAdmin)
  north = await server.signIn(server.world.accounts.northAdmin)
})
afterAll(() => server.stop())

interface Config {
  id: number
  path: string
  version: number
}
const configs = async (): Promise<Config[]> =>
  ((await server.call('GET', 'web/api/config/page', { pageSize: 100 }, siter)).data as { list: Config[] }).list
const configure = (path: string, more: object = {}) =>
  server.call('POST', 'web/api/config/create', { path, name: 'A call', logged: true, enabled: true, ...more }, siter)
const remove = (id: number) => server.call('POST', 'web/api/config/del', { id }, siter)
afterEach(async () => {
  for (const { id } of await configs()) await remove(id)
})

/** Settings are spread by database notification: immediately, but possibly after the answer. */
const soon = <T>(assertion: () => Promise<T>): Promise<T> => vi.waitFor(assertion, { timeout: 3_000, interval: 20 })
const lastAudit = () => server.db.selectFrom('audit_log').selectAll().orderBy('id', 'desc').executeTakeFirstOrThrow()
const logged = (action: string) =>
  server.db.selectFrom('api_log').selectAll().where('action', '=', action).orderBy('id').execute()

describe('a configuration', () => {
  test('is created once for a call of the product, changed from its newest version, and removed; each is audited', async () => {
    const made = await configure('web/alarmRecord/page', { perMinute: 500, maskedFields: ['keyword'] })
    const { id } = made.data as { id: number }
    expect((await configs())[0]).toMatchObject({
      id,
      path: 'web/alarmRecord/page',
      method: 'GET',
      module: 'alarm',
      operations: ['alarm:view'],
      perMinute: 500,
      maskedFields: ['keyword'],
      createdBy: 'Siter Admin',
    })
    expect(await lastAudit()).toMatchObject({ action: 'apiConfig.create', object_name: 'web/alarmRecord/page' })
    expect(await configure('web/alarmRecord/page')).toMatchObject({
      code: errorCatalogue.duplicate.code,
      data: { fields: [{ field: 'path' }] },
    })

    const changed = { id, version: 1, name: 'Alarms', logged: false, enabled: true }
    expect((await server.call('POST', 'web/api/config/update', changed, siter)).success).toBe(true)
    expect((await configs())[0]).toMatchObject({ version: 2, perMinute: null, maskedFields: [], logged: false })
    const stale = await server.call('POST', 'web/api/config/update', changed, siter)
    expect(stale).toMatchObject({
      status: 409,
      code: errorCatalogue.staleVersion.code,
      msg: expect.stringContaining('Siter Admin'),
    })
    expect((await lastAudit()).changes).toEqual({
      name: ['A call', 'Alarms'],
      per_minute: [500, null],
      logged: [true, false],
      masked_fields: [['keyword'], []],
    })

    expect((await remove(id)).success).toBe(true)
    expect(await configs()).toEqual([])
    expect(await lastAudit()).toMatchObject({ action: 'apiConfig.del' })
  })
  test.each(['web/no/such', 'health/live', '__proto__'])(
    'is refused for %s, which is none of the product’s calls',
    async (path) => {
      expect(await configure(path)).toMatchObject({
        status: 422,
        code: errorCatalogue.notHere.code,
        data: { fields: [{ field: 'path' }] },
      })
    },
  )
  test('is found by a part of its path or name, its module, method and state', async () => {
    await configure('web/role/page', { name: 'Roles' })
    await configure('web/role/create', { name: 'New role', enabled: false })
    await configure('web/alarmRecord/page', { name: 'Alarms' })
    const found = async (input: Record<string, unknown>) =>
      ((await server.call('GET', 'web/api/config/page', input, siter)).data as { list: Config[]; total: number }).list.map(
        ({ path }) => path,
      )
    expect(await found({ module: 'role' })).toEqual(['web/role/create', 'web/role/page'])
    expect(await found({ method: 'POST' })).toEqual(['web/role/create'])
    expect(await found({ enabled: false })).toEqual(['web/role/create'])
    expect(await found({ keyword: 'ALARMREC' })).toEqual(['web/alarmRecord/page'])
    expect(await found({ path: 'role', sort: 'path', order: 'desc' })).toEqual(['web/role/page', 'web/role/create'])
    expect(await found({ module: 'none' })).toEqual([])
  })
  test('belongs to the operating company only', async () => {
    for (const path of ['web/api/config/page', 'web/api/config/calls', 'web/operatorPlatform/page'])
      expect(await server.call('GET', path, {}, north)).toMatchObject({ status: 403 })
  })
})

test('the form is offered every call with its defaults', async () => {
  await configure('web/role/page')
  const { data } = await server.call('GET', 'web/api/config/calls', {}, siter)
  const offered = data as { path: string; configured: boolean; closable: boolean; fields: string[]; perMinute: number | null }[]
  expect(offered.map(({ path }) => path).sort()).toEqual(allEndpoints.map(({ entry }) => entry.path).sort())
  expect(offered.filter(({ configured }) => configured).map(({ path }) => path)).toEqual(['web/role/page'])
  expect(offered.find(({ path }) => path === 'web/account/login')).toMatchObject({
    closable: false,
    fields: expect.arrayContaining(['password']),
  })
})

describe('a closed call', () => {
  test('answers 503 to everybody, immediately, and works again when opened', async () => {
    const callRoles = (token?: string) => server.call('GET', 'web/role/page', {}, token)
    const { data } = await configure('web/role/page', { enabled: false })
    await soon(async () =>
      expect(await callRoles(siter)).toMatchObject({ status: 503, code: errorCatalogue.unavailable.code, success: false }),
    )
    expect(await callRoles(north)).toMatchObject({ status: 503 })
    expect(await callRoles()).toMatchObject({ status: 503 })
    expect(await server.call('GET', 'web/role/select', {}, north)).toMatchObject({ status: 200 })
    await server.call(
      'POST',
      'web/api/config/update',
      { id: (data as Config).id, version: 1, name: 'x', logged: true, enabled: true },
      siter,
    )
    await soon(async () => expect(await callRoles(north)).toMatchObject({ status: 200 }))
    expect(await callRoles()).toMatchObject({ status: 401, code: 103 })
  })
  test.each([
    'web/account/login',
    'web/account/login/code',
    'web/account/code/image',
    'web/validate/token',
    'web/account/info',
    'web/role/menu/list',
    'web/api/config/page',
    'web/api/config/update',
    'web/api/config/del',
    'web/account/twoStep/begin',
    'web/account/twoStep/confirm',
    'web/live/stream',
    'web/data/home/alarms',
    'web/alarmRecord/page',
    'web/alarmRecord/confirm',
    'web/alarmRecord/deal',
  ])('is never %s, which is needed to sign in, configure or receive fire alarms', async (path) => {
    expect(allEndpoints.map(({ entry }) => entry.path)).toContain(path)
    const refused = { code: errorCatalogue.notHere.code, data: { fields: [{ field: 'enabled' }] } }
    expect(await configure(path, { enabled: false })).toMatchObject(refused)
    const { data } = await configure(path)
    const { id } = data as Config
    expect(
      await server.call('POST', 'web/api/config/update', { id, version: 1, name: 'x', logged: true, enabled: false }, siter),
    ).toMatchObject(refused)
  })
})

describe('the limit', () => {
  const calls = async (path: string, n: number): Promise<number[]> => {
    const statuses: number[] = []
    for (let i = 0; i < n; i++) statuses.push((await server.call('GET', path, {}, siter)).status)
    return statuses
  }
  test('per address is the configured one, for that call only', async () => {
    await configure('area/getCountry', { perMinute: 3 })
    await soon(async () => expect(await calls('area/getCountry', 4)).toContain(429))
    expect(await server.call('GET', 'area/getCountry', {}, siter)).toMatchObject({
      status: 429,
      code: errorCatalogue.tooManyRequests.code,
    })
    expect(await calls('area/getArea', 5)).not.toContain(429)
  })
  test('that a call has itself is overridden', async () => {
    const login = () => server.call('POST', 'web/account/login', { account: 'nobodyAtAll', password: 'wrong1' })
    const { entry } = allEndpoints.find((each) => each.name === 'session.login') ?? {}
    expect(entry?.perMinute).toBeGreaterThan(2)
    await configure('web/account/login', { perMinute: 2 })
    await soon(async () => expect((await login()).status).toBe(429))
  })
})

describe('the API log', () => {
  test('masks the configured fields, besides secrets', async () => {
    await configure('web/role/select', { maskedFields: ['type'] })
    await soon(async () => {
      await server.call('GET', 'web/role/select', { type: 'distributor' }, north)
      expect((await logged('web/role/select')).at(-1)?.params).toEqual({ type: '***' })
    })
  })
  test('does not hold a call that is set to stay out; the audit log does', async () => {
    await configure('web/role/create', { logged: false })
    let n = 0
    await soon(async () => {
      const before = (await logged('web/role/create')).length
      await server.call('POST', 'web/role/create', { name: `Unlogged ${++n}`, type: 'distributor', level: 5 }, north)
      await server.call('GET', 'web/role/menus', {}, north)
      await new Promise((resolve) => setTimeout(resolve, 1_200))
      expect((await logged('web/role/create')).length).toBe(before)
    })
    expect(await lastAudit()).toMatchObject({ action: 'role.create', object_name: `Unlogged ${n}` })
  })
})
