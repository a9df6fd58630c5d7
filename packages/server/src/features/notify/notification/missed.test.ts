import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { testWorld, type TestWorld } from '../../../testing/context.ts'
import { addAlarm, addSite, type Site } from '../../alarms/alarm/alarm.fixture.ts'
import { runHandOver } from '../../system/hand-over/run-hand-over.ts'
import { handOverProject } from '../../system/hand-over/start-hand-over.ts'
import { sweepMissed } from '../../alarms/notify-cause/missed-causes.ts'
import { faultEscalationOf } from './notification.reads.ts'
import { addProviders, addRule, addToList, clearNotifications, engineOf, raise, stepOf } from './notification.fixture.ts'

let world: TestWorld
let site: Site

beforeAll(async () => {
  world = await testWorld()
  await addProviders(world.db, world.companies.siter)
})
afterAll(() => world.stop())
beforeEach(async () => {
  await clearNotifications(world.db)
  site = await addSite(world.db, world.companies.north)
  // Removes what the tests' site comes with.
  for (const table of ['notification_seen', 'fault', 'message_record', 'project_notifier'] as const)
    await world.db.deleteFrom(table).execute()
  await addToList(world.db, site, 1, 'Ann')
})

const ago = (ms: number): Date => new Date(world.clock.now().getTime() - ms)
const notified = async () =>
  (await world.db.selectFrom('message_record').select(['receiver', 'alarm_id', 'fault_id']).orderBy('id').execute()).map(
    ({ receiver, alarm_id: alarm, fault_id: fault }) => [receiver, alarm ?? fault],
  )
const hour = 3_600_000
/** An alarm stored without its cause. */
const alone = (more: object = {}) => addAlarm(world.db, site, { first_at: ago(60_000), told_at: ago(60_000), ...more })
const addFault = async (more: object = {}): Promise<number> => {
  const type = await world.db.selectFrom('fault_type').select('id').limit(1).executeTakeFirstOrThrow()
  const { id } = await world.db
    .insertInto('fault')
    .values({
      company_id: site.owner.id,
      path: site.owner.path,
      customer_id: site.customer,
      project_id: site.project,
      gateway_id: site.gateway,
      device_id: site.device,
      point: `d${site.device}`,
      type_id: type.id,
      source_format: 'CID',
      source_code: '1301',
      repeat_count: 0,
      first_at: ago(60_000),
      last_at: ago(30_000),
      ...more,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

// First, while this world's clock and the database's agree: a test that ended in the database's future counts as over (decision 109).
test('a fault still open some minutes after its test is real and notified; one within a test is not', async () => {
  await addRule(world.db, world.companies.north, { events: ['fault'] })
  const minute = 60_000
  const { id: testId } = await world.db
    .insertInto('project_test')
    .values({
      company_id: site.owner.id,
      path: site.owner.path,
      customer_id: site.customer,
      project_id: site.project,
      from_at: ago(20 * hour),
      to_at: ago(-4 * hour),
      whole: true,
      reason: 'check',
      requested_by: 'Control room',
      identity_check: 'onSite',
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  const id = await addFault({ test: true, first_at: ago(19 * hour), last_at: ago(19 * hour), updated_at: ago(19 * hour) })
  await addFault({ test: true, point: 'handled', state: 'processing', first_at: ago(hour) })
  const look = async (minutes: number) => {
    world.clock.forward(minutes * minute)
    await engineOf(world).round()
    return notified()
  }
  expect(await look(1)).toEqual([])
  await world.db.updateTable('project_test').set({ ended_at: world.clock.now() }).where('id', '=', testId).execute()
  expect(await look(5)).toEqual([])
  expect(await look(6)).toEqual([['Ann', id]])
  expect(await look(1)).toHaveLength(1)
  const audit = world.db
    .selectFrom('audit_log')
    .select('changes')
    .where('action', '=', 'fault.raise')
    .where('object_id', '=', String(id))
  expect(await audit.execute()).toEqual([{ changes: { test: [true, false] } }])
})

test('an alarm stored without its cause is found and notified, once, whichever process looks', async () => {
  await addRule(world.db, world.companies.north)
  const alarm = await alone()
  await Promise.all([engineOf(world).round(), engineOf(world).round()])
  await engineOf(world).round()
  expect(await notified()).toEqual([['Ann', alarm.id]])
  expect(await sweepMissed(world.db, world.clock.now())).toBe(0)
})

test('an alarm whose next try is an hour ahead is notified at once: the clock has been set back', async () => {
  await addRule(world.db, world.companies.north)
  const alarm = await raise(world, site)
  await world.db
    .updateTable('notification_cause')
    .set({ next_at: ago(-hour), tries: 1 })
    .execute()
  await engineOf(world).round()
  expect(await notified()).toEqual([['Ann', alarm.id]])
})

test('alarms that were notified, concern nobody, are over, too old or a test are not swept up', async () => {
  await addRule(world.db, world.companies.north)
  const alarm = await raise(world, site, { told_at: world.clock.now() })
  await engineOf(world).round()
  for (const more of [
    { told_at: null },
    { state: 'confirmed' },
    { state: 'cleared' },
    { test: true },
    { told_at: ago(7 * hour), first_at: ago(7 * hour) },
  ])
    await alone(more)
  await addFault({ test: true })
  await addFault({ point: 'other', state: 'processing' })
  await addFault({ point: 'third', last_at: ago(7 * hour), first_at: ago(8 * hour), updated_at: ago(7 * hour) })
  expect(await sweepMissed(world.db, world.clock.now())).toBe(0)
  await engineOf(world).round()
  expect(await notified()).toEqual([['Ann', alarm.id]])
})

test('an alarm without a matching rule is checked once, and a later rule does not start with it', async () => {
  await alone()
  await engineOf(world).round()
  expect(await world.db.selectFrom('notification_seen').select('kind').execute()).toEqual([{ kind: 'alarm' }])
  await addRule(world.db, world.companies.north)
  await engineOf(world).round()
  expect(await notified()).toEqual([])
})

test('a test’s fault that has become real starts its rules, counted from then', async () => {
  const receivers = [{ kind: 'accounts' as const, accountIds: [world.accounts.northAdmin.id] }]
  const console = stepOf({ receivers, channels: ['inSite'] })
  await addRule(world.db, world.companies.north, { events: ['fault'], steps: [stepOf(), console, stepOf({ afterS: 600 })] })
  const id = await addFault({ test: true })
  await engineOf(world).round()
  expect(await notified()).toEqual([])
  // It was reported again after the test.
  await world.db
    .updateTable('fault')
    .set({ test: false, first_at: ago(5 * hour), last_at: ago(0) })
    .where('id', '=', id)
    .execute()
  await engineOf(world).round()
  // The second step counts from now, so it is not due yet.
  expect(await notified()).toEqual([['Ann', id]])
  await engineOf(world).round()
  expect(await notified()).toHaveLength(1)
  const north = await world.ctxOf(world.accounts.northAdmin)
  expect(await faultEscalationOf(north, { id })).toMatchObject([
    { event: 'fault', state: 'running', told: [{ name: 'Ann' }, { name: 'North Admin' }] },
  ])
  expect(await world.db.selectFrom('message').select('link').execute()).toEqual([{ link: `/alarm/faultLogList/detail?id=${id}` }])
})

test('a project is handed over during a fire: the new company’s rules start, and those that ran do not start again', async () => {
  const siter = await world.ctxOf(world.accounts.siterAdmin)
  const above = await addRule(world.db, world.companies.siter, { name: 'Above' })
  await addRule(world.db, world.companies.north, { name: 'Former' })
  const next = await addRule(world.db, world.companies.south, { name: 'New' })
  const alarm = await raise(world, site, { told_at: world.clock.now(), first_at: world.clock.now() })
  const test1 = await alone({ test: true })
  await engineOf(world).round()
  world.clock.forward(20 * 60_000)
  const { name } = await world.db.selectFrom('project').select('name').where('id', '=', site.project).executeTakeFirstOrThrow()
  const { id } = await handOverProject(siter, {
    projectId: site.project,
    companyId: world.companies.south.id,
    name,
    reason: 'The contract changes hands',
  })
  await runHandOver(world.systemCtx, id)
  await runHandOver(world.systemCtx, id)
  await engineOf(world).round()
  const runs = await world.db.selectFrom('notification_run').select(['rule_id', 'alarm_id', 'started_at']).orderBy('id').execute()
  expect(runs.map(({ rule_id: rule, alarm_id: alarmId }) => [rule, alarmId])).toEqual([
    [above, alarm.id],
    [runs[1]?.rule_id, alarm.id],
    [next, alarm.id],
  ])
  expect(runs.some(({ alarm_id: alarmId }) => alarmId === test1.id)).toBe(false)
  expect(Date.parse(runs[2]?.started_at ?? '')).toBe(world.clock.now().getTime())
})
