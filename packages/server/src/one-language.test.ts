import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestServer, type TestServer } from './testing/context.ts'

let server: TestServer
let token: string

beforeAll(async () => {
  server = await startTestServer({ settings: { ROLES: 'api' } })
  token = await server.tokenOf(server.world.accounts.siterAdmin)
})
afterAll(() => server.stop())

const post = (path: string, input: Record<string, unknown>) => server.call('POST', path, input, token)

/** Everything that has a name in Chinese and one in English. */
const kinds = [
  ['web/alarmType/create', 'alarm_type', { code: 'spark', level: 'fire', acknowledgeS: 90 }],
  ['web/faultType/create', 'fault_type', { code: 'loose', level: 'warning' }],
  ['web/projectType/create', 'project_type', { code: 'theatre' }],
  [
    'web/menu/create',
    'menu',
    { code: 'help', url: 'https://help.example.com', isMainMenu: true, accountTypes: ['siter'], sort: 1 },
  ],
] as const

test.each(kinds)('%s needs a name in one language; the other language shows the same', async (path, table, input) => {
  const create = (code: string, names: object) => post(path, { ...input, code: `${input.code}${code}`, ...names })
  const stored = (code: string) =>
    server.db.selectFrom(table).select(['name_zh', 'name_en']).where('code', '=', `${input.code}${code}`).executeTakeFirst()
  expect(await create('A', { nameEn: 'English' })).toMatchObject({ success: true })
  expect(await stored('A')).toEqual({ name_zh: 'English', name_en: 'English' })
  expect(await create('B', { nameZh: '中文' })).toMatchObject({ success: true })
  expect(await stored('B')).toEqual({ name_zh: '中文', name_en: '中文' })
  expect(await create('C', { nameZh: '中文', nameEn: 'English' })).toMatchObject({ success: true })
  expect(await stored('C')).toEqual({ name_zh: '中文', name_en: 'English' })
  expect(await create('D', {})).toMatchObject({ status: 422 })
})

test('a report parameter as well', async () => {
  const create = (code: string, names: object) =>
    post('web/report/param/create', { format: 'EW', code, type: 'telemetry', notify: false, ...names })
  expect(await create('one', { reasonEn: 'Reading' })).toMatchObject({ success: true })
  const row = await server.db
    .selectFrom('report_param')
    .select(['reason_zh', 'reason_en'])
    .where('code', '=', 'one')
    .executeTakeFirst()
  expect(row).toEqual({ reason_zh: 'Reading', reason_en: 'Reading' })
  expect(await create('two', {})).toMatchObject({ status: 422 })
})
