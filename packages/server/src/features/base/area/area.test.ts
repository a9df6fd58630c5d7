import { enums, type DomainError } from '@emberwatch/contract'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { areas, seedAreas } from '../../../../seed/areas.ts'
import { testWorld, type TestWorld } from '../../../testing/context.ts'
import { areasNamed, areasOf, countries, valuesOf, assertAreas } from './area.reads.ts'

let world: TestWorld

beforeAll(async () => {
  world = await testWorld()
  await seedAreas(world.db)
})
afterAll(() => world.stop())

test('every area’s parent exists, and codes are unique', () => {
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

test('every area of China has an English name, spelt as the place is', () => {
  const names = new Map(areas().map((area) => [area.code, area.name_en]))
  expect(areas().filter(({ level, name_en: name }) => level > 1 && !/^[A-Z][\p{Script=Latin} ,'()&.-]*$/u.test(name))).toEqual([])
  const spelt: Readonly<Record<string, string>> = {
    510100: 'Chengdu',
    510107: 'Wuhou District',
    500100: 'Chongqing',
    140400: 'Changzhi',
    350200: 'Xiamen',
    511100: 'Leshan',
    340300: 'Bengbu',
    341500: "Lu'an",
    341600: 'Bozhou',
    331100: 'Lishui',
    331000: 'Taizhou',
    361124: 'Yanshan County',
    130726: 'Yuxian County',
    330382: 'Yueqing',
    510181: 'Dujiangyan',
    610100: "Xi'an",
    370405: "Tai'erzhuang District",
    320116: 'Luhe District',
    141024: 'Hongtong County',
    371722: 'Shanxian County',
    222404: 'Hunchun',
    610727: 'Lüeyang County',
    150100: 'Hohhot',
    650100: 'Urumqi',
    540100: 'Lhasa',
    652800: 'Bayingolin Mongol Autonomous Prefecture',
    513200: 'Aba Tibetan and Qiang Autonomous Prefecture',
    152222: 'Horqin Right Middle Banner',
    310115: 'Pudong New Area',
    710100: 'Taipei',
    810101: 'Central and Western District',
  }
  expect(Object.fromEntries(Object.keys(spelt).map((code) => [code, names.get(code)]))).toEqual(spelt)
})

test('an import finds an area by its English name, with or without the kind', async () => {
  expect(await areasNamed(world.systemCtx, 'hangzhou', 3, '330000')).toEqual(['330100'])
  expect(await areasNamed(world.systemCtx, 'Xihu', 4, '330100')).toEqual(['330106'])
  expect(await areasNamed(world.systemCtx, 'Xihu District', 4, '330100')).toEqual(['330106'])
})

test('the areas of a zone must exist and be nested', async () => {
  const fieldAtFault = (zone: Parameters<typeof assertAreas>[1]): Promise<string | undefined> =>
    assertAreas(world.systemCtx, zone).then(
      () => undefined,
      ({ reason, field }: DomainError) => `${reason} ${field}`,
    )
  const lake = { country: 'CN', province: '330000', city: '330100', region: '330102' }
  const { country: _home, ...unsaid } = lake
  for (const zone of [{}, lake, unsaid, { country: 'DE' }, { province: '330000' }])
    expect(await fieldAtFault(zone)).toBeUndefined()
  expect(await fieldAtFault({ country: 'XX' })).toBe('invalidInput country')
  expect(await fieldAtFault({ country: '330000' })).toBe('invalidInput country')
  expect(await fieldAtFault({ ...lake, country: 'DE' })).toBe('invalidInput province')
  expect(await fieldAtFault({ ...lake, city: '320100' })).toBe('invalidInput city')
  expect(await fieldAtFault({ ...lake, region: '330999' })).toBe('invalidInput region')
  expect(await fieldAtFault({ province: '330000', region: '330102' })).toBe('invalidInput region')
  expect(await fieldAtFault({ city: '330100' })).toBe('invalidInput city')
})

test('areas open level by level down to the leaves', async () => {
  const ctx = await world.ctxOf(world.accounts.northUser)
  const provinces = await areasOf(ctx, { code: 'CN' })
  expect(provinces).toHaveLength(34)
  expect(provinces[0]).toEqual({ code: '110000', name: 'Beijing', leaf: false })
  expect((await areasOf(ctx, { code: '330000' }))[0]).toEqual({ code: '330100', name: 'Hangzhou', leaf: false })
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
