import { expect, test } from 'vitest'
import { degreesText } from './position-text.ts'

test('a position is shown to a tenth of a metre', () => {
  expect(degreesText({ latitude: 39.065000000000005, longitude: 117.2250000000001 })).toBe('39.065, 117.225')
  expect(degreesText({ latitude: -0.1234567, longitude: 180 })).toBe('-0.123457, 180')
})
