import { expect, test } from 'vitest'
import { formatClock } from '../../../kit/time.tsx'
import { formatDelta, withDeltas } from './journey.ts'

test.each([
  [0, '+0 ms'],
  [12, '+12 ms'],
  [999, '+999 ms'],
  [3_204, '+3.204 s'],
  [65_000, '+1 分 5 秒'],
  [-120, '−120 ms'],
])('%i ms reads %s', (length, text) => {
  expect(formatDelta(length)).toBe(text)
})

test('a time of day with milliseconds', () => {
  expect(formatClock(new Date(2026, 0, 2, 3, 4, 5, 6).toISOString())).toBe('03:04:05.006')
})

test('each step has the time since the previous one, and marks where a day starts', () => {
  const day = (date: number, ms: number) => ({ at: new Date(2026, 0, date, 23, 59, 59, ms).toISOString() })
  expect(withDeltas([day(1, 0), day(1, 15), day(2, 15)]).map(({ delta, newDay }) => [delta, newDay])).toEqual([
    [null, true],
    [15, false],
    [86_400_000, true],
  ])
  expect(withDeltas([])).toEqual([])
})

test('slow steps of the program stand out; waiting for people or as a rule requires does not', () => {
  const steps = [
    'received',
    'stored',
    'notificationQueued',
    'notificationSent',
    'notificationAnswered',
    'notificationQueued',
    'notificationSent',
  ]
  const from = Date.parse('2026-01-01T00:00:00.000Z')
  const journey = steps.map((step, index) => ({ step, at: new Date(from + index * 8_000).toISOString(), actor: null }))
  const gaps = withDeltas(journey).flatMap(({ step, gap }, index) => (gap ? [`${index} ${step.step}`] : []))
  expect(gaps).toEqual(['1 stored', '2 notificationQueued', '3 notificationSent', '6 notificationSent'])
})
