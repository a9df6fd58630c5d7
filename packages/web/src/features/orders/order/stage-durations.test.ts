import { expect, test } from 'vitest'
import { stagesOf, type HistoryEntry } from './stage-durations.ts'

const step = (action: string, from: HistoryEntry['from'], to: HistoryEntry['to'], second: number): HistoryEntry => ({
  id: second + 1,
  action,
  from,
  to,
  actor: null,
  onBehalf: false,
  engineers: [],
  note: null,
  onBehalfReason: null,
  at: new Date(second * 1000).toISOString(),
  enteredAt: null,
})

test('a stage lasts until the status changes; editing does not end it, and the last one is still running', () => {
  const history = [
    step('create', null, 'pending_assign', 0),
    step('edit', 'pending_assign', 'pending_assign', 10),
    step('assign', 'pending_assign', 'pending_receive', 30),
    // Reassigned: the status stays the same.
    step('assign', 'pending_receive', 'pending_receive', 40),
  ]
  expect(stagesOf(history, 100_000).map(({ duration }) => duration)).toEqual([
    { length: 30_000, over: true },
    undefined,
    { length: 70_000, over: false },
    undefined,
  ])
})

test('a complete order has no running stage', () => {
  expect(stagesOf([step('appraise', 'pending_evaluation', 'complete', 5)], 9_000)[0]?.duration).toBeUndefined()
})

test('engineers are named where they change', () => {
  const by = (...engineers: string[]) => ({ ...step('assign', 'pending_receive', 'pending_receive', 1), engineers })
  expect(stagesOf([by(), by('Engineer 1'), by('Engineer 1'), by('Engineer 2')], 0).map(({ assigned }) => assigned)).toEqual([
    false,
    true,
    false,
    true,
  ])
})
