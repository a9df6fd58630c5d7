import { expect, test } from 'vitest'
import { fitting, flatten, moved, pixelOf, placeAt, positionAt, roundStep, wholeCountry, zoomed } from './projection.ts'

const size = { width: 600, height: 320 }
const square = { latitude: 39.9087, longitude: 116.3975, coordinateSystem: 'WGS84' } as const

test('a place that is drawn and read back is the same place, in any coordinate system', () => {
  const view = { ...flatten(square), zoom: 12 }
  const pixel = pixelOf(flatten(square), view, size)
  expect(pixel).toEqual({ x: 300, y: 160 })
  expect(positionAt(placeAt(pixel, view, size))).toEqual(square)
  // The same square in AMap's coordinates.
  const gcj = flatten({ latitude: 39.910_103, longitude: 116.403_744, coordinateSystem: 'GCJ02' })
  const drawn = pixelOf(gcj, { ...view, zoom: 15 }, size)
  expect(Math.hypot(drawn.x - 300, drawn.y - 160)).toBeLessThan(4)
})

test('zooming keeps what is under the pointer, and ends at the limits', () => {
  const pointer = { x: 500, y: 40 }
  const before = placeAt(pointer, wholeCountry, size)
  const view = zoomed(wholeCountry, 1.5, size, pointer)
  expect(view.zoom).toBeCloseTo(4.7)
  expect(placeAt(pointer, view, size).x).toBeCloseTo(before.x)
  expect(zoomed(view, 99, size).zoom).toBe(17)
  expect(zoomed(view, -99, size).zoom).toBe(2)
})

test('dragging turns the map no further than its edge', () => {
  expect(moved(wholeCountry, 1e9, 1e9)).toMatchObject({ x: 200, y: 170 })
})

test('all places fit in, a single one with its surroundings, a radius closely; without any there is the country', () => {
  const far = flatten({ latitude: 22.5, longitude: 113.9, coordinateSystem: 'WGS84' })
  const both = fitting([flatten(square), far], size)
  for (const place of [flatten(square), far]) {
    const { x, y } = pixelOf(place, both, size)
    expect(x > 20 && x < 580 && y > 20 && y < 300).toBe(true)
  }
  expect(fitting([flatten(square)], size).zoom).toBe(8)
  expect(fitting([{ ...flatten(square), radius: 0.002 }], size).zoom).toBeGreaterThan(14)
  expect(fitting([], size)).toBe(wholeCountry)
})

test('steps are round numbers', () => {
  expect([0.03, 1, 7, 480, 6_000].map(roundStep)).toEqual([0.05, 1, 10, 500, 10_000])
})
