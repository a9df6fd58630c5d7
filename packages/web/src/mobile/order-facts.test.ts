import { enums, orderGraphs } from '@emberwatch/contract'
import { expect, test } from 'vitest'
import { endOfDay } from './days.ts'
import { isToday, stepsIn } from './order-facts.ts'

const named: Readonly<Record<string, string>> = { signIn: 'sign' }
const known = new Set(['receive', 'refuse', 'sign', 'start', 'record', 'complete', 'hold', 'unhold'])

test.each(enums.orderStatus)('an order in %s offers what an assigned engineer may do', (status) => {
  const may = orderGraphs.repair.transitions
    .filter(({ from, operations }) => from.includes(status) && operations.includes('order:work'))
    .map(({ action }) => named[action] ?? action)
  expect([...(stepsIn[status] ?? [])].sort()).toEqual([...new Set(may)].filter((action) => known.has(action)).sort())
})

test('today’s orders are those to be answered, under way, late, due, planned for today, and those without any day', () => {
  const dated = (at: number) => new Date(at).toISOString()
  const tomorrow = dated(endOfDay() + 1)
  const today = dated(endOfDay() - 1)
  const row = { dueAt: null, scheduledFrom: null, status: 'pending_complete' } as const
  expect(isToday(row)).toBe(true)
  expect(isToday({ ...row, dueAt: today })).toBe(true)
  expect(isToday({ ...row, dueAt: tomorrow, scheduledFrom: today })).toBe(true)
  expect(isToday({ ...row, dueAt: tomorrow })).toBe(false)
  expect(isToday({ ...row, scheduledFrom: tomorrow })).toBe(false)
  expect(isToday({ ...row, dueAt: tomorrow, status: 'processing' })).toBe(true)
  expect(isToday({ ...row, dueAt: tomorrow, status: 'pending_receive' })).toBe(true)
  expect(isToday({ ...row, status: 'on_hold' })).toBe(false)
})
