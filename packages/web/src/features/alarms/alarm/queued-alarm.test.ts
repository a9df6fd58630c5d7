import type { LiveEvent } from '@emberwatch/contract'
import { expect, test } from 'vitest'
import { placeOf } from './alarm-labels.ts'
import { entriesOf, isFireEntry, offQueue, stormFrom } from './queue-view.ts'
import { isFire, isNewAlarm, isSettled, isWaitingFire, queuedAlarmOf, type QueuedAlarm } from './queued-alarm.ts'

const ids: Readonly<Record<string, number>> = { Tower: 1, Mill: 2, Harbour: 3 }
const alarm = (id: number, projectName: string | null, level: QueuedAlarm['level'] = 'fire', second = id): QueuedAlarm => ({
  id,
  code: `A-${id}`,
  level,
  typeNameZh: '感烟',
  typeNameEn: 'Smoke',
  projectId: projectName === null ? null : (ids[projectName] ?? 0),
  projectName,
  deviceName: 'Detector',
  deviceCode: 'SD1',
  roomNumber: '501',
  test: false,
  raisedAt: new Date(Date.UTC(2026, 0, 1) + second * 1000).toISOString(),
  acknowledgeDueAt: null,
})

const data = {
  code: 'A20261120-000042',
  level: 'fire',
  typeId: 1,
  typeNameZh: '感烟',
  typeNameEn: 'Smoke',
  projectId: 1,
  projectName: 'Tower',
  deviceName: null,
  deviceCode: 'SD0001',
  roomNumber: null,
  firstAt: '2026-11-20T08:00:00.123Z',
  test: false,
  tried: false,
}
const event = (change: string): LiveEvent => ({ kind: 'alarm', id: '42', change, data })

test('the event alone is enough for the queue, also for an unregistered detector', () => {
  expect(queuedAlarmOf(event('raised'))).toMatchObject({
    id: 42,
    code: 'A20261120-000042',
    level: 'fire',
    deviceCode: 'SD0001',
    raisedAt: data.firstAt,
    acknowledgeDueAt: null,
  })
})

test('an alarm that is raised again counts as waiting from now, not from its first report', () => {
  const now = Date.parse('2026-11-20T09:00:00.000Z')
  expect(queuedAlarmOf(event('raisedAgain'), now).raisedAt).toBe('2026-11-20T09:00:00.000Z')
  // As the list has it, so that it is the one that somebody confirms.
  const exact = { ...event('raisedAgain'), data: { ...data, raisedAt: '2026-11-20T08:59:59.321Z' } }
  expect(queuedAlarmOf(exact, now).raisedAt).toBe('2026-11-20T08:59:59.321Z')
})

test('what is raised, first or again, is announced; only what a person did settles it', () => {
  expect(['raised', 'raisedAgain'].map((change) => isNewAlarm(event(change)))).toEqual([true, true])
  expect(['repeated', 'restored', 'confirmed', 'muted'].some((change) => isNewAlarm(event(change)))).toBe(false)
  expect(['confirmed', 'cleared', 'misreport'].map((change) => isSettled(event(change)))).toEqual([true, true, true])
  expect(
    ['raised', 'raisedAgain', 'repeated', 'restored', 'repairOrder', 'muted'].some((change) => isSettled(event(change))),
  ).toBe(false)
})

test('a test of a site on test is announced to nobody, one that a person raised is; one that turns out real is', () => {
  const under = (change: string, isTest: boolean, tried = false): LiveEvent => ({
    ...event(change),
    data: { ...data, test: isTest, tried },
  })
  expect([under('raised', true), under('raised', true, true), under('raised', false)].map(isNewAlarm)).toEqual([
    false,
    true,
    true,
  ])
  expect(isNewAlarm(under('raisedAgain', false))).toBe(true)
  // From a server that does not say it: real.
  const { test: _test, tried: _tried, ...bare } = data
  expect(isNewAlarm({ ...event('raised'), data: bare })).toBe(true)
})

test('a test has the level of a fire, and is none', () => {
  const tried = queuedAlarmOf({ ...event('raised'), data: { ...data, test: true, tried: true } })
  expect([tried.level, tried.test, isFire(tried), isWaitingFire({ ...tried, state: 'unconfirmed' })]).toEqual([
    'fire',
    true,
    false,
    false,
  ])
  expect(isFire(queuedAlarmOf(event('raised')))).toBe(true)
})

test('a test of a whole project names the project alone; a fire without a device says so', () => {
  const t = (() => 'Unknown device') as never
  const nowhere = { ...alarm(1, 'Tower'), deviceName: null, deviceCode: null, roomNumber: null }
  expect(placeOf({ ...nowhere, test: true }, t)).toBe('Tower')
  expect(placeOf(nowhere, t)).toBe('Tower · Unknown device')
})

const shape = (waiting: readonly QueuedAlarm[]) =>
  entriesOf(waiting).map((entry) => (entry.alarm ? entry.alarm.id : [entry.site.projectName, entry.alarms.map(({ id }) => id)]))

test('the queue stands by level, then oldest first', () => {
  expect(
    shape([
      alarm(1, 'Mill', 'warning'),
      alarm(7, 'Tower'),
      alarm(5, 'Harbour'),
      alarm(3, 'Tower', 'notice'),
      alarm(4, 'Tower'),
      alarm(6, null),
    ]),
  ).toEqual([4, 5, 6, 7, 1, 3])
})

test('a storm of lesser alarms shares one row of its site; each fire keeps a row of its own, in front', () => {
  const storm = Array.from({ length: stormFrom }, (_, index) => alarm(10 + index, 'Tower', 'warning'))
  expect(
    shape([...storm, alarm(1, 'Mill', 'notice'), alarm(40, 'Tower'), alarm(30, 'Tower'), alarm(5, 'Mill', 'warning')]),
  ).toEqual([30, 40, 5, ['Tower', [10, 11, 12, 13]], 1])
  const fires = Array.from({ length: 100 }, (_, index) => alarm(100 - index, 'Tower'))
  expect(shape(fires)).toEqual(fires.map(({ id }) => id).toReversed())
})

test('tests stand behind everything real, each in a row of its own, and make no storm', () => {
  const tests = Array.from({ length: stormFrom }, (_, index) => ({ ...alarm(1 + index, 'Tower'), test: true }))
  const entries = [...tests, alarm(30, 'Tower', 'notice'), alarm(20, 'Tower', 'warning'), alarm(40, 'Tower')]
  expect(shape(entries)).toEqual([40, 20, 30, ...tests.map(({ id }) => id)])
  expect(entriesOf(entries).filter(isFireEntry)).toHaveLength(1)
})

test('two sites with the same name never share a row', () => {
  const storm = Array.from({ length: 2 * stormFrom }, (_, index) => ({
    ...alarm(10 + index, 'Tower', 'warning'),
    projectId: index % 2,
  }))
  expect(entriesOf(storm).map(({ key }) => key)).toEqual(['site 0', 'site 1'])
})

test('a row held in the queue is gone only if its alarm does not wait any more, not if it shares a row now', () => {
  const lesser = [1, 2, 3].map((id) => alarm(id, 'Tower', 'warning'))
  const held = entriesOf([alarm(9, 'Tower'), ...lesser])
  const after = [...lesser, alarm(4, 'Tower', 'warning')]
  const { isGone } = offQueue(held, new Map(after.map((one) => [one.id, one])))
  expect(held.filter(({ key }) => isGone(key)).map(({ key }) => key)).toEqual(['9'])
  const [site] = entriesOf(after)
  const left = offQueue(site ? [site] : [], new Map(lesser.slice(0, 2).map((one) => [one.id, one])))
  expect(left.values[0]).toMatchObject({ alarms: [{ id: 1 }, { id: 2 }] })
  expect(left.isGone(site?.key ?? '')).toBe(false)
})
