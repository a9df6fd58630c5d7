import { expect, test } from 'vitest'
import { convertPosition, positionDoubt, type Position, type PositionZone } from './coordinates.ts'

type System = Position['coordinateSystem']
type Pair = readonly [latitude: number, longitude: number]

const at = ([latitude, longitude]: Pair, coordinateSystem: System): Position => ({ latitude, longitude, coordinateSystem })
const metres = (a: Position, b: Position): number => {
  const north = (a.latitude - b.latitude) * 111_195
  const east = (a.longitude - b.longitude) * 111_195 * Math.cos((a.latitude * Math.PI) / 180)
  return Math.hypot(north, east)
}

/** Published pairs from the tests of eviltransform and coordtransform, and from the manuals of AMap and Baidu. */
const published: readonly (readonly [string, System, Pair, System, Pair])[] = [
  ['eviltransform, Shanghai', 'WGS84', [31.177_427_6, 121.527_210_6], 'GCJ02', [31.175_303_983_645_97, 121.531_541_859_215]],
  ['eviltransform, Shenzhen', 'WGS84', [22.543_847, 113.912_316], 'GCJ02', [22.540_796_131_694_766, 113.917_176_480_836_3]],
  ['eviltransform, Beijing', 'WGS84', [39.911_954, 116.377_817], 'GCJ02', [39.913_345_455_360_69, 116.384_047_224_556_57]],
  ['coordtransform', 'WGS84', [39.915, 116.404], 'GCJ02', [39.916_404_281_501_64, 116.410_244_499_169_38]],
  ['coordtransform', 'GCJ02', [39.915, 116.404], 'BD09', [39.921_336_993_510_21, 116.410_369_493_710_29]],
  ['AMap', 'WGS84', [39.990_475, 116.481_499], 'GCJ02', [39.991_754_014_757, 116.487_585_177_952]],
  ['Baidu', 'WGS84', [29.575_429_778_924, 114.218_927_345_21], 'BD09', [29.579_084_288_374_37, 114.230_751_954_676_3]],
]

test.each(published)('%s: %s %j is %s %j, both ways, within a metre', (_source, from, one, to, other) => {
  expect(metres(convertPosition(at(one, from), to), at(other, to))).toBeLessThan(1)
  expect(metres(convertPosition(at(other, to), from), at(one, from))).toBeLessThan(1)
})

test('converting there and back returns the same place, all over China', () => {
  for (let latitude = 4; latitude < 54; latitude += 1.7)
    for (let longitude = 74; longitude < 135; longitude += 1.9)
      for (const system of ['GCJ02', 'BD09'] as const) {
        const start = at([latitude, longitude], 'WGS84')
        expect(metres(convertPosition(convertPosition(start, system), 'WGS84'), start)).toBeLessThan(0.01)
      }
})

test('outside China GCJ-02 is WGS-84; a system stays what it is', () => {
  const denver: Pair = [39.7392, -104.9903]
  expect(convertPosition(at(denver, 'WGS84'), 'GCJ02')).toEqual(at(denver, 'GCJ02'))
  expect(convertPosition(at(denver, 'GCJ02'), 'WGS84')).toEqual(at(denver, 'WGS84'))
  expect(convertPosition(at(denver, 'BD09'), 'BD09')).toEqual(at(denver, 'BD09'))
})

test('0/0, and a point outside the country that was chosen, are asked back', () => {
  const doubt = (latitude: number, longitude: number, country?: string) => positionDoubt({ latitude, longitude }, { country })
  expect([doubt(0, 0), doubt(0.000_1, -0.002), doubt(0, 0, 'CN')]).toEqual(['positionZero', 'positionZero', 'positionZero'])
  expect(doubt(0, 9.45)).toBeUndefined()
  // Ürümqi, right and swapped.
  expect([doubt(43.8, 87.6, 'CN'), doubt(87.6, 43.8, 'CN'), doubt(43.8, -87.6, 'CN')]).toEqual([
    undefined,
    'positionSwapped',
    'positionOutside',
  ])
  // Nothing is known about other countries.
  expect([doubt(78.2, 15.6), doubt(51.5, -0.1, 'GB')]).toEqual([undefined, undefined])
})

test('a point outside the province or city that was chosen is asked back, and swapped numbers are named', () => {
  const doubt = (latitude: number, longitude: number, zone: PositionZone) => positionDoubt({ latitude, longitude }, zone)
  const hangzhou = { country: 'CN', province: '330000', city: '330100' }
  expect(doubt(30.25, 120.17, hangzhou)).toBeUndefined()
  expect(doubt(120.17, 30.25, hangzhou)).toBe('positionSwapped')
  // Chengdu, Wenzhou and London.
  expect(doubt(30.66, 104.06, hangzhou)).toBe('positionOutsideProvince')
  expect(doubt(28, 120.67, hangzhou)).toBe('positionOutsideCity')
  expect(doubt(28, 120.67, { ...hangzhou, city: null })).toBeUndefined()
  expect(doubt(51.5, -0.1, hangzhou)).toBe('positionOutside')
  // A province without a country is China's. Kashgar, right and swapped.
  expect(doubt(39.47, 75.99, { province: '650000', city: '653100' })).toBeUndefined()
  expect(doubt(75.99, 39.47, { province: '650000', city: '653100' })).toBe('positionSwapped')
  // Cities without a box of their own, and islands far from the coast.
  expect(doubt(39.9, 116.4, { province: '110000', city: '110100' })).toBeUndefined()
  expect(doubt(24.45, 118.38, { province: '710000', city: '710500' })).toBeUndefined()
  expect(doubt(9.55, 112.89, { province: '460000', city: '460300' })).toBeUndefined()
})
