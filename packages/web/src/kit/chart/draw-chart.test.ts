import { expect, test } from 'vitest'
import { standsIn, stepsIn } from './draw-chart.ts'

test('a value axis has as many steps as there is room for their numbers', () => {
  expect([30, 100, 170, 900].map((room) => stepsIn(room, 12))).toEqual([1, 1, 3, 5])
})

test.each([
  ['Maintenance', 50, false],
  ['Maintenance', 90, true],
  ['Manual call point', 50, true],
  ['维护保养', 14, true],
])('%s in %i px: no word is broken', (name, width, stands) => {
  expect(standsIn(name, width, 12)).toBe(stands)
})
