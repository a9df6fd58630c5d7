import { expect, test } from 'vitest'
import { contrast, readableTextColour } from './contrast.ts'

test.each([
  ['#000000', '#ffffff', 21],
  ['#ffffff', '#ffffff', 1],
  ['#777777', '#ffffff', 4.48],
  ['#0b5cad', '#ffffff', 6.67],
])('%s on %s', (one, other, ratio) => {
  expect(contrast(one, other)).toBeCloseTo(ratio, 2)
  expect(contrast(other, one)).toBeCloseTo(ratio, 2)
})

test.each(['#88aacc', '#0b5cad', '#ffff00', '#757575', '#767676', '#bf1219'])('ink on %s is readable', (colour) => {
  expect(contrast(readableTextColour(colour), colour)).toBeGreaterThan(4.5)
})
