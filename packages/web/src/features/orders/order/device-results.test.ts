import type { OrderDevice } from '@emberwatch/contract'
import { expect, test } from 'vitest'
import { changedResults, defaultResult, eachHasResult, storedResult } from './device-results.ts'

const device = (id: number, facts: Partial<OrderDevice> = {}): OrderDevice => ({
  id,
  code: `D-${id}`,
  name: '',
  modelName: '',
  roomNumber: null,
  result: null,
  note: null,
  value: null,
  method: null,
  expected: null,
  actual: null,
  gatewayId: null,
  gatewayCode: null,
  photos: [],
  here: true,
  repairOrderId: null,
  repairOrderCode: null,
  ...facts,
})

test('only what the server does not have yet is sent', () => {
  const devices = [
    device(1, { result: 'normal', value: '2 %', photos: ['a'] }),
    device(2, { result: 'normal' }),
    device(3),
    device(4),
  ]
  const records = [
    { deviceId: 1, value: '2 %', photos: ['a'], result: 'normal' as const },
    { deviceId: 2, result: 'abnormal' as const },
    { deviceId: 3, result: 'normal' as const, note: undefined },
    { deviceId: 4 },
  ]
  const sent = changedResults(records, devices)
  expect(sent.map(({ deviceId, result }) => [deviceId, result])).toEqual([
    [2, 'abnormal'],
    [3, 'normal'],
  ])
  const another = changedResults([{ deviceId: 1, value: '2 %', photos: [], result: 'normal' }], devices)
  expect(another).toEqual([{ deviceId: 1, value: '2 %', photos: [], result: 'normal' }])
  expect(eachHasResult(sent, devices)).toBe(false)
  expect(eachHasResult(sent, devices.slice(0, 3))).toBe(true)
})

test('for an installation, the gateway stays when something else changes, and the room is sent', () => {
  const installed = device(1, { result: 'installed', gatewayId: 7, gatewayCode: 'G-7', roomNumber: '101' })
  const before = storedResult(installed, true)
  expect(changedResults([before], [installed], true)).toEqual([])
  expect(changedResults([{ ...before, note: 'by the door' }], [installed], true)).toEqual([
    { deviceId: 1, gatewayId: 7, note: 'by the door', result: 'installed', roomNumber: '101' },
  ])
  // Other kinds of orders do not record the room.
  expect(storedResult(device(1, { roomNumber: '101' }))).toEqual({ deviceId: 1 })
})

test('a partly done outcome sets no result for single devices', () => {
  expect(defaultResult('inspect', 'done')).toBe('normal')
  expect(defaultResult('inspect', 'partly')).toBeUndefined()
  expect(defaultResult('repair', 'partly')).toBe('partly')
})
