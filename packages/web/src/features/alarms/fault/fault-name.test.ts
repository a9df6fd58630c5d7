import { expect, test } from 'vitest'
import { faultSpot } from './fault-name.ts'

test.each([
  [{ roomNumber: '203', deviceName: 'Heat detector', deviceCode: 'D-203' }, '203 · Heat detector'],
  [{ roomNumber: null, deviceName: 'Heat detector', deviceCode: 'D-203' }, 'Heat detector'],
  [{ roomNumber: '203', deviceName: null, deviceCode: 'D-203' }, '203 · D-203'],
])('the place of a fault is named as that of an alarm', (fault, spot) => {
  expect(faultSpot(fault)).toBe(spot)
})
