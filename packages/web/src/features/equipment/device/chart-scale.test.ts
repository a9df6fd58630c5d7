import { expect, test } from 'vitest'
import { scaleOf, shortNumber } from './chart-scale.ts'

const at = '2026-11-20T00:00:00.000Z'
const points = (...values: number[]) => values.map((value) => ({ at, value, least: value, most: value }))

test('a scale is round and holds every value and the threshold', () => {
  expect(scaleOf(points(12, 87))).toEqual({ least: 0, most: 100, ticks: [0, 20, 40, 60, 80, 100] })
  expect(scaleOf(points(61, 87), 20).least).toBeLessThanOrEqual(20)
  expect(scaleOf(points(-105, -71))).toEqual({ least: -110, most: -70, ticks: [-110, -100, -90, -80, -70] })
})

test('a value that never changes still has room above and below', () => {
  const { least, most } = scaleOf(points(3, 3, 3))
  expect(least).toBeLessThan(3)
  expect(most).toBeGreaterThan(3)
})

test('small numbers keep their digits, long ones are cut', () => {
  expect(scaleOf(points(0.01, 0.04)).ticks).toEqual([0.01, 0.02, 0.03, 0.04])
  expect(shortNumber(21.456789)).toBe('21.46')
})
