import { enums } from '@emberwatch/contract'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { areas, seedAreas } from '../../../seed/areas.ts'
import { testWorld, type TestWorld } from '../../testing/context.ts'
import { areasOf, countries, valuesOf } from './area.reads.ts'

let world: TestWorld

beforeAll(async () => {
  world = await testWorld()
  await seedAreas(world.db)
})
afterAll(() => world.stop())

test('every area hangs below one that is there, and codes are unique', () => {
  const all = areas()
  const codes = new Set(all.map((area) => area.code))
  expect(codes.size).toBe(all.length)
  expect(all.filter((area) => area.parent_code && !codes.has(area.parent_code))).toEqual([])
})

test('countries have names in both languages, home first', async () => {
  const [zh, en] = [
    await countries(await world.ctxOf(world.accounts.northUser, 'zh')),
    await countries(await world.ctxOf(world.accounts.northUser, 'en')),
  ]
  expect(zh[0]).toEqual({ code: 'CN', name: '中国', leaf: false })
  expect(en[0]).toEqual({ code: 'CN', name: 'China', leaf: false })
  expect(en.find((area) => area.code === 'DE')).toEqual({ code: 'DE', name: 'Germany', leaf: true })
  expect(en.map((area) => area.name).filter((name) => /^[A-Z]{2}$/.test(name))).toEqual([])
  expect(zh).toHaveLength(246)
})

test('areas open level by level down to the leaves', async () => {
  const ctx = await world.ctxOf(world.accounts.northUser)
  const provinces = await areasOf(ctx, { code: 'CN' })
  expect(provinces).toHaveLength(34)
  expect(provinces[0]).toEqual({ code: '110000', name: 'Beijing', leaf: false })
  expect((await areasOf(ctx, { code: '330000' }))[0]).toEqual({ code: '330100', name: '杭州市', leaf: false })
  expect((await areasOf(ctx, { code: '330100' }))[0]).toMatchObject({ code: '330102', leaf: true })
  expect(await areasOf(ctx, { code: 'nowhere' })).toEqual([])
})

test('seeding again changes nothing and mends a name', async () => {
  await world.db.updateTable('area').set({ name_zh: '旧名' }).where('code', '=', '330100').execute()
  await seedAreas(world.db)
  const row = await world.db.selectFrom('area').select('name_zh').where('code', '=', '330100').executeTakeFirstOrThrow()
  expect(row.name_zh).toBe('杭州市')
})

test('an enumeration has all its values with labels', async () => {
  const [zh, en] = [await world.ctxOf(world.accounts.northUser, 'zh'), await world.ctxOf(world.accounts.northUser, 'en')]
  expect(await valuesOf('handleWay')(en)).toContainEqual({ value: 'onSite', label: 'On site' })
  const labels = await valuesOf('alarmState')(zh)
  expect(labels.map((each) => each.value)).toEqual(enums.alarmState)
  expect(labels.every((each) => /[\u4e00-\u9fff]/.test(each.label))).toBe(true)
})
