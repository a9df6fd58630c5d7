import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { seedAreas } from '../../../../seed/areas.ts'
import type { Ctx } from '../../../platform/context.ts'
import { testWorld, type TestWorld } from '../../../testing/context.ts'
import { geocode } from './geocode.ts'
import { areasOnMap, mapConfig } from './map.reads.ts'

let world: TestWorld
/** Without a key. */
let offline: Ctx
let zh: Ctx
/** Stands in for AMap's service: what it answers, and the requests it received. */
let amap: Server
let answer: { status: number; body: string }
let asked: URL | undefined
let online: Ctx

beforeAll(async () => {
  world = await testWorld()
  await seedAreas(world.db)
  offline = await world.ctxOf(world.accounts.northAdmin)
  zh = await world.ctxOf(world.accounts.northAdmin, 'zh')
  amap = createServer((request, response) => {
    asked = new URL(request.url ?? '', 'http://amap')
    response.writeHead(answer.status, { 'Content-Type': 'application/json' }).end(answer.body)
  }).listen(0, '127.0.0.1')
  await new Promise((resolve) => amap.once('listening', resolve))
  const { port } = amap.address() as AddressInfo
  const config = {
    ...offline.config,
    amapKey: 'browser-key',
    amapServiceKey: 'service-key',
    amapServiceUrl: `http://127.0.0.1:${port}`,
  }
  online = { ...zh, config }
})
afterAll(async () => {
  amap.close()
  await world.stop()
})

const labels = async (ctx: Ctx, address: string) => (await geocode(ctx, { address })).places.map(({ label }) => label)

test('without a key the console draws its own map', async () => {
  expect(await mapConfig(offline)).toEqual({ provider: 'offline', scriptUrl: null, securityCode: null })
})

test('with a key it loads AMap with it; the key for servers stays here', async () => {
  expect(await mapConfig({ config: { ...online.config, amapSecurityCode: 'code' } })).toEqual({
    provider: 'amap',
    scriptUrl: 'https://webapi.amap.com/maps?v=2.0&key=browser-key',
    securityCode: 'code',
  })
})

test('every province has a centre in China, named in the caller’s language', async () => {
  const areas = await areasOnMap(zh)
  expect(areas.filter(({ level }) => level === 2)).toHaveLength(34)
  expect(areas.length).toBeGreaterThan(400)
  for (const { latitude, longitude } of areas) {
    expect(latitude > 3 && latitude < 54).toBe(true)
    expect(longitude > 73 && longitude < 136).toBe(true)
  }
  expect(areas.find(({ code }) => code === '510100')).toMatchObject({ name: '成都市' })
  expect((await areasOnMap(offline)).find(({ code }) => code === '510100')).toMatchObject({ name: 'Chengdu' })
})

test('offline, an address is found as far as its areas are named, deepest first', async () => {
  expect(await labels(zh, '四川省成都市武侯区天府大道1号')).toEqual(['四川省 · 成都市 · 武侯区'])
  expect(await labels(zh, '成都')).toContain('四川省 · 成都市')
  expect(await labels(offline, 'Tianfu Avenue 1, Wuhou District, Chengdu')).toEqual(['Sichuan · Chengdu · Wuhou District'])
  expect(await labels(zh, '朝阳区')).toEqual(['北京市 · 朝阳区', '吉林省 · 长春市 · 朝阳区'])
  const { result, places } = await geocode(zh, { address: '四川省成都市' })
  expect(result).toBe('found')
  expect(places[0]).toMatchObject({ approximate: true, coordinateSystem: 'WGS84' })
  expect(places[0]?.latitude).toBeCloseTo(30.66, 1)
  expect(await geocode(zh, { address: 'Nowhere Street 5' })).toEqual({ result: 'no_data', places: [] })
})

test('AMap’s answer is taken with its coordinate system', async () => {
  const found = { formatted_address: '北京市朝阳区阜通东大街6号', location: '116.482086,39.990496', level: '门牌号' }
  answer = { status: 200, body: JSON.stringify({ status: '1', infocode: '10000', count: '1', geocodes: [found] }) }
  expect(await geocode(online, { address: '阜通东大街6号' })).toEqual({
    result: 'found',
    places: [
      {
        label: found.formatted_address,
        latitude: 39.990496,
        longitude: 116.482086,
        coordinateSystem: 'GCJ02',
        approximate: false,
      },
    ],
  })
  expect(asked?.searchParams.get('key')).toBe('service-key')
  expect(asked?.searchParams.get('address')).toBe('阜通东大街6号')
})

test('an address that AMap does not know may still name an area; otherwise the answer is no_data', async () => {
  for (const body of [
    { status: '1', infocode: '10000', count: '0', geocodes: [] },
    { status: '0', info: 'ENGINE_RESPONSE_DATA_ERROR', infocode: '30001' },
  ]) {
    answer = { status: 200, body: JSON.stringify(body) }
    expect(await labels(online, '四川省成都市没有这条路')).toEqual(['四川省 · 成都市'])
    expect(await geocode(online, { address: 'zzzz' })).toEqual({ result: 'no_data', places: [] })
  }
})

test.each([
  ['a refused key', 200, JSON.stringify({ status: '0', info: 'INVALID_USER_KEY', infocode: '10001' })],
  ['a broken service', 500, JSON.stringify({ status: '1', geocodes: [] })],
  ['something that is no JSON', 200, '<html>'],
  ['an answer of another shape', 200, JSON.stringify({ status: '1', geocodes: [{ location: 'here' }] })],
])('%s is an error of the map service', async (_what, status, body) => {
  answer = { status, body }
  expect(await geocode(online, { address: '四川省成都市' })).toEqual({ result: 'error', places: [] })
})

test('an unreachable service is an error too', async () => {
  const gone = { ...online, config: { ...online.config, amapServiceUrl: 'http://127.0.0.1:1' } }
  expect(await geocode(gone, { address: '四川省成都市' })).toEqual({ result: 'error', places: [] })
})
