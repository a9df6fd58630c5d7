import type { LiveEvent } from '@emberwatch/contract'
import { expect, test } from 'vitest'
import { announcedOf, popupMost, reconciled, settles, withAlarm, type Announced } from './announced.ts'

const alarm = (id: number, level: Announced['level'] = 'fire', second = id): Announced => ({
  id,
  code: `A-${id}`,
  level,
  typeNameZh: '感烟',
  typeNameEn: 'Smoke',
  projectName: 'Tower',
  deviceName: 'Detector',
  roomNumber: '501',
  firstAt: new Date(Date.UTC(2026, 0, 1) + second * 1000).toISOString(),
  acknowledgeDueAt: null,
})

const fill = (alarms: readonly Announced[]) => alarms.reduce<readonly Announced[]>(withAlarm, [])

test('the event alone is enough for the pop-up', () => {
  const firstAt = '2026-11-20T08:00:00.123Z'
  const data = {
    level: 'fire',
    typeId: 1,
    typeNameZh: '感烟',
    typeNameEn: 'Smoke',
    projectName: 'Tower',
    deviceName: 'D',
    roomNumber: '5',
    firstAt,
  }
  const event: LiveEvent = { kind: 'alarm', id: '42', change: 'raised', data }
  expect(announcedOf(event)).toMatchObject({
    id: 42,
    code: 'A20261120-000042',
    level: 'fire',
    roomNumber: '5',
    acknowledgeDueAt: null,
  })
})

test('the gravest stand first, the newest before the older', () => {
  expect(fill([alarm(1, 'notice'), alarm(2), alarm(3, 'warning'), alarm(4)]).map(({ id }) => id)).toEqual([4, 2, 3, 1])
})

test('an alarm stands there once', () => {
  const shown = fill([alarm(1)])
  expect(withAlarm(shown, alarm(1))).toBe(shown)
})

test('a full pop-up lets the oldest of the least grave go, and never the one that has just come', () => {
  const full = fill(Array.from({ length: popupMost }, (_, index) => alarm(index + 1, index === 0 ? 'warning' : 'fire')))
  const withNotice = withAlarm(full, alarm(1000, 'notice'))
  expect(withNotice).toHaveLength(popupMost)
  expect(withNotice.some(({ id }) => id === 1000)).toBe(true)
  expect(withNotice.some(({ id }) => id === 1)).toBe(false)
})

test('only what a person did settles an alarm', () => {
  const of = (change: string) => settles({ kind: 'alarm', id: 1, change, data: {} })
  expect(['confirmed', 'cleared', 'misreport'].map(of)).toEqual([true, true, true])
  expect(['raised', 'repeated', 'restored', 'repairOrder'].map(of)).toEqual([false, false, false, false])
})

test('the list tells when an alarm is due, and which ones have been settled unheard', () => {
  const shown = fill([alarm(1), alarm(2), alarm(3)])
  const due = '2026-01-01T00:01:30.000Z'
  const after = reconciled(shown, new Map([[2, { acknowledgeDueAt: due }]]), (id) => id === 1)
  expect(after.map(({ id, acknowledgeDueAt }) => [id, acknowledgeDueAt])).toEqual([
    [3, null],
    [2, due],
  ])
  expect(reconciled(after, new Map([[2, { acknowledgeDueAt: due }]]), () => false)).toBe(after)
})
