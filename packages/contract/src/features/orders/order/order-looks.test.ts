import { expect, test } from 'vitest'
import { openFindings, reusedParts, sentBackBy } from './order-looks.ts'

test('the reason is shown until the work is handed in again', () => {
  const steps = (...actions: string[]) => actions.map((action) => ({ action }))
  expect(sentBackBy(steps('create', 'complete', 'deny'))).toEqual({ action: 'deny' })
  expect(sentBackBy(steps('complete', 'deny', 'assign', 'receive', 'start'))).toEqual({ action: 'deny' })
  expect(sentBackBy(steps('complete', 'deny', 'complete'))).toBeUndefined()
  expect(sentBackBy(steps('create'))).toBeUndefined()
})

test('an abnormal answer to the checklist is a finding as well', () => {
  const device = { id: 1, result: 'normal', repairOrderId: null } as never
  const clean = { answer: 'yesNo', perDevice: true } as never
  const answer = (yes: boolean) => ({ item: 0, deviceId: 1, yes }) as never
  const order = { kind: 'inspect' as const, devices: [device], checklist: [clean], checks: [answer(false)] }
  expect(openFindings(order)).toHaveLength(1)
  expect(openFindings({ ...order, checks: [answer(true)] })).toEqual([])
  // A repair order deals with its findings itself.
  expect(openFindings({ ...order, kind: 'repair' })).toEqual([])
})

test('parts are handed in again, and a device that was swapped is not', () => {
  const part = { id: 1, name: 'Base', quantity: 2, oldCode: null, newCode: null }
  expect(reusedParts([part, { ...part, name: 'Head', oldCode: 'A', newCode: 'B' }])).toEqual([{ name: 'Base', quantity: 2 }])
})
