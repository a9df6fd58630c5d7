import type { OrderDevice } from '@emberwatch/contract'
import { expect, test } from 'vitest'
import { changedResults, defaultResult, eachHasResult } from './device-results.ts'

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

test('a part of the work says nothing about single devices', () => {
  expect(defaultResult('inspect', 'done')).toBe('normal')
  expect(defaultResult('inspect', 'partly')).toBeUndefined()
  expect(defaultResult('repair', 'partly')).toBe('partly')
})
