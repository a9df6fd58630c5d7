import { expect, test } from 'vitest'
import { metresBetween, type Position } from './position.ts'

const at = (latitude: number, longitude: number, coordinateSystem: Position['coordinateSystem'] = 'WGS84'): Position => ({
  latitude,
  longitude,
  coordinateSystem,
})

test('a degree of latitude is 111.2 km, one of longitude at 60° half of that, and the date line is no obstacle', () => {
  expect(metresBetween(at(0, 0), at(1, 0))).toBeCloseTo(111_195, -1)
  expect(metresBetween(at(60, 10), at(60, 11))).toBeCloseTo(55_597, -2)
  expect(metresBetween(at(0, 179.999), at(0, -179.999))).toBeCloseTo(222.4, 0)
  expect(metresBetween(at(30.6, 104.06), at(30.6, 104.06))).toBe(0)
})

test('the same place in three coordinate systems is one place, which the bare numbers are not', () => {
  // Tian'anmen: published pairs of the three systems.
  const wgs = at(39.908_7, 116.397_5)
  const gcj = at(39.910_103, 116.403_744, 'GCJ02')
  const bd = at(39.916_449, 116.410_118, 'BD09')
  expect(metresBetween(wgs, gcj)).toBeLessThan(10)
  expect(metresBetween(wgs, bd)).toBeLessThan(20)
  expect(metresBetween(wgs, at(gcj.latitude, gcj.longitude))).toBeGreaterThan(400)
})
