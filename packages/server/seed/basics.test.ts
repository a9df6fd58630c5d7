import { afterAll, beforeAll, expect, test } from 'vitest'
import { openDatabase, type Database } from '../src/platform/database/database.ts'
import { testDatabase, type TestDatabase } from '../src/testing/database.ts'
import { seedSystem } from './system.ts'

let own: TestDatabase
let database: Database

beforeAll(async () => {
  own = await testDatabase()
  database = openDatabase({ max: 2, ...own.connection })
})
afterAll(async () => {
  await database.close()
  await own.stop()
})

const start = () => seedSystem(database.kysely, 'Ember-first-2026', { basics: true })
const codes = async (table: 'project_type' | 'device_series' | 'device_model') =>
  (await database.kysely.selectFrom(table).select('code').orderBy('id').execute()).map(({ code }) => code)

test('a new installation has kinds of buildings, common equipment and roles that can be given as they are; once deleted, they stay so', async () => {
  await start()
  expect(await codes('project_type')).toContain('office')
  expect(await codes('device_model')).toEqual(
    expect.arrayContaining(['GATEWAY', 'SMOKE', 'HEAT', 'GAS', 'CALLPOINT', 'WATERPRESSURE', 'WATERLEVEL', 'ELECTRICAL']),
  )
  expect(await codes('device_series')).toEqual(await codes('device_model'))
  const gateways = await database.kysely.selectFrom('device_model').select('code').where('is_gateway', '=', true).execute()
  expect(gateways).toEqual([{ code: 'GATEWAY' }])
  const roles = await database.kysely
    .selectFrom('role')
    .innerJoin('role_menu', 'role_menu.role_id', 'role.id')
    .select((e) => ['role.name', 'role.type', e.fn.countAll<number>().as('grants')])
    .groupBy(['role.id', 'role.name', 'role.type'])
    .orderBy('role.id')
    .execute()
  expect(roles.map(({ name, type }) => `${type} ${name}`)).toEqual([
    'siter 管理员 Administrator',
    'user 普通用户 Ordinary user',
    'siter 值班员 Duty operator',
    'siter 工程师 Engineer',
    'customer 客户 Customer',
  ])
  expect(roles.every(({ grants }) => grants > 10)).toBe(true)

  await database.kysely.deleteFrom('project_type').where('code', '=', 'office').execute()
  await start()
  expect(await codes('project_type')).not.toContain('office')
})

test('an installation that exists already gets nothing', async () => {
  const older = await testDatabase()
  const opened = openDatabase({ max: 1, ...older.connection })
  try {
    await seedSystem(opened.kysely, 'Ember-first-2026')
    await seedSystem(opened.kysely, undefined, { basics: true })
    expect(await opened.kysely.selectFrom('project_type').select('id').execute()).toEqual([])
  } finally {
    await opened.close()
    await older.stop()
  }
})

test('a later start adds the codes that are missing, and leaves alone what people changed', async () => {
  const older = await testDatabase()
  const opened = openDatabase({ max: 1, ...older.connection })
  const { kysely } = opened
  const paramOf = (code: string) =>
    kysely.selectFrom('report_param').selectAll().where('format', '=', 'CID').where('code', '=', code).executeTakeFirstOrThrow()
  try {
    await seedSystem(kysely, 'Ember-first-2026')
    const { id } = await kysely.selectFrom('alarm_type').select('id').where('code', '=', 'duct').executeTakeFirstOrThrow()
    const own = { alarm_type_id: id, reason_en: 'Own', enabled: false }
    await kysely.updateTable('report_param').set(own).where('format', '=', 'CID').where('code', '=', '1120').execute()
    await kysely.deleteFrom('report_param').where('format', '=', 'CID').where('code', 'in', ['3120', '1301', '3301']).execute()
    const before = await kysely.selectFrom('report_param').select('id').execute()

    await seedSystem(kysely, undefined)
    expect(await paramOf('1120')).toMatchObject(own)
    // It ends what 1120 raises here.
    expect(await paramOf('3120')).toMatchObject({ type: 'restore', restores_code: '1120', alarm_type_id: id })
    expect((await paramOf('3301')).fault_type_id).toBe((await paramOf('1301')).fault_type_id)
    expect(await kysely.selectFrom('report_param').select('id').execute()).toHaveLength(before.length + 3)
  } finally {
    await opened.close()
    await older.stop()
  }
})
