import type { AlarmRow } from '@emberwatch/contract'
import { expect, test } from 'vitest'
import type { QueuedAlarm } from '../../alarms/alarm/queued-alarm.ts'
import { linesOf, offLines } from './lines.ts'

const at = (minute: number) => new Date(Date.UTC(2026, 0, 1, 0, minute)).toISOString()
const row = (id: number, facts: Partial<AlarmRow> = {}): AlarmRow =>
  ({ id, level: 'fire', state: 'unconfirmed', test: false, raisedAt: at(id), ...facts }) as AlarmRow
const ids = (...given: Parameters<typeof linesOf>) => linesOf(...given).map(({ alarm }) => alarm.id)

test('however many are waiting, the newest fire stands in front, and then the oldest', () => {
  const many = Array.from({ length: 100 }, (_none, index) => row(index + 1))
  expect(ids(many, []).slice(0, 4)).toEqual([100, 1, 2, 3])
  const event = { id: 500, level: 'fire', raisedAt: at(500) } as QueuedAlarm
  expect(ids(many, [event]).slice(0, 3)).toEqual([500, 1, 2])
})

test('only a fire that nobody has confirmed is put in front, and a test comes after everything real that waits', () => {
  const rows = [row(1), row(2), row(7, { state: 'confirmed' }), row(8, { level: 'warning' }), row(9, { test: true })]
  expect(ids(rows, [])).toEqual([2, 1, 8, 9, 7])
  // Known from the stream before any list has it.
  expect(ids([row(1)], [row(20, { test: true })])).toEqual([1, 20])
})

test('a line that is held is gone only when its alarm is not open any more', () => {
  const held = linesOf([row(1), row(2)], [])
  const { values, isGone } = offLines(held, linesOf([row(2, { state: 'confirmed' })], []))
  expect([isGone('1'), isGone('2')]).toEqual([true, false])
  expect(values[0]?.row?.state).toBe('confirmed')
})
