import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { sql } from 'kysely'
import type { Ctx } from '../../../platform/context.ts'
import { testWorld, type TestWorld } from '../../../testing/context.ts'
import { afterCrashesWith } from '../../../testing/crashes.ts'
import { addSite, tracesOf, type Site } from '../../alarms/alarm/alarm.fixture.ts'
import { confirmAlarm } from '../../alarms/alarm/lifecycle/transition-alarm.ts'
import { recordDueBreaches } from '../../alarms/alarm/lifecycle/record-breaches.ts'
import { takeSite } from '../../alarms/alarm-desk/alarm-desk.verbs.ts'
import { addCauses } from '../../alarms/notify-cause/cause.batch.ts'
import type { Engine } from './engine.ts'
import { addProviders, addRule, addToList, clearNotifications, engineOf, raise, stepOf } from './notification.fixture.ts'
import { escalationOf } from './notification.reads.ts'

let world: TestWorld
let site: Site
let engine: Engine
let north: Ctx

beforeAll(async () => {
  world = await testWorld()
  site = await addSite(world.db, world.companies.north)
  north = await world.ctxOf(world.accounts.northAdmin)
  await addProviders(world.db, world.companies.siter)
})
afterAll(() => world.stop())
beforeEach(async () => {
  await clearNotifications(world.db)
  engine = engineOf(world)
})

const forward = async (seconds: number): Promise<void> => {
  world.clock.forward(seconds * 1000)
  await engine.round()
}
const runs = () => world.db.selectFrom('notification_run').selectAll().orderBy('id').execute()
const records = async () =>
  (await world.db.selectFrom('message_record').select(['receiver', 'channel', 'state']).orderBy('id').execute()).map(
    ({ receiver, channel, state }) => `${receiver} ${channel} ${state}`,
  )
const becomes = (receiver: string, state: 'busy' | 'answered' | 'sent') =>
  world.db.updateTable('message_record').set({ state, sent_at: world.clock.now() }).where('receiver', '=', receiver).execute()
const list = async (...names: string[]) => {
  for (const [index, name] of names.entries()) await addToList(world.db, site, index + 1, name)
}

describe('an alarm', () => {
  test('starts its rules: a call, the journey, a live event, an audit row, and a message on the console', async () => {
    await list('Ann', 'Ben')
    const manager = { kind: 'accounts' as const, accountIds: [world.accounts.northAdmin.id] }
    await addRule(world.db, world.companies.north, {
      name: 'Night',
      steps: [stepOf(), stepOf({ afterS: 60, receivers: [manager], channels: ['inSite'] })],
    })
    const alarm = await raise(world, site)
    await engine.round()
    expect(await records()).toEqual(['Ann voice queued'])
    expect(await world.db.selectFrom('notification_cause').selectAll().execute()).toEqual([])
    const [record] = await world.db.selectFrom('message_record').selectAll().execute()
    expect(record).toMatchObject({
      alarm_id: alarm.id,
      project_id: site.project,
      fire: true,
      priority: 0,
      event: 'alarm',
      language: 'en',
    })
    expect(record?.content).toContain('Press 1')
    await forward(60)
    expect(await world.db.selectFrom('message').select(['account_id', 'type']).execute()).toEqual([
      { account_id: world.accounts.northAdmin.id, type: 'notice' },
    ])
    const { journey } = await tracesOf(world.db, 'alarm', alarm.id)
    // Entries of the same moment, in any order.
    expect(journey.map(({ detail }) => JSON.stringify([detail['step'], detail['told']])).toSorted()).toEqual([
      '[1,[{"kind":"callList","name":"Ann","channel":"voice"}]]',
      '[1,[{"kind":"callList","name":"Ben","channel":"voice"}]]',
      '[2,[{"kind":"accounts","name":"North Admin","channel":"inSite"}]]',
    ])
    const [run] = await runs()
    const audits = await world.db
      .selectFrom('audit_log')
      .select(['action', 'object_name'])
      .where('object_kind', '=', 'notification_run')
      .where('object_id', '=', String(run?.id))
      .execute()
    expect(audits.map(({ action, object_name: name }) => `${action} ${name}`)).toEqual(
      Array(3).fill('notificationRun.tell Night'),
    )
    const events = await world.db.selectFrom('live_event').select('path').where('kind', '=', 'notification').execute()
    expect(events.length).toBeGreaterThanOrEqual(2)
    expect(new Set(events.map(({ path }) => path))).toEqual(new Set([world.companies.north.path]))
  })

  test('taken up by another node at the same moment is notified once', async () => {
    await list('Ann')
    await addRule(world.db, world.companies.north, { steps: [stepOf({ repeats: 2, everyS: 40 })] })
    for (let n = 0; n < 20; n++) await raise(world, site)
    const nodes = [engine, engineOf(world), engineOf(world)]
    for (const seconds of [0, 40, 40]) {
      world.clock.forward(seconds * 1000)
      await Promise.all(nodes.map((node) => node.round()))
    }
    expect(await runs()).toHaveLength(20)
    expect(await records()).toHaveLength(60)
  })

  test('continues with the next person at once when a call fails', async () => {
    await list('Ann', 'Ben')
    await addRule(world.db, world.companies.north)
    await raise(world, site)
    await engine.round()
    await becomes('Ann', 'busy')
    await forward(1)
    expect(await records()).toEqual(['Ann voice busy', 'Ben voice queued'])
    await becomes('Ben', 'answered')
    await forward(1)
    expect(await runs()).toMatchObject([{ state: 'finished', due_at: null }])
  })

  test('whose rule is disabled calls nobody any more', async () => {
    await list('Ann', 'Ben')
    const rule = await addRule(world.db, world.companies.north)
    await raise(world, site)
    await engine.round()
    await world.db.updateTable('notify_rule').set({ enabled: false }).where('id', '=', rule).execute()
    await forward(30)
    expect(await runs()).toMatchObject([{ state: 'stopped', stop_reason: 'ruleGone' }])
    expect(await records()).toEqual(['Ann voice cancelled'])
  })
})

describe('it ends', () => {
  const begin = async (stopWhen: 'taken' | 'confirmed' | 'closed', level: 'fire' | 'warning' = 'warning') => {
    await list('Ann', 'Ben')
    await addRule(world.db, world.companies.north, { stopWhen, steps: [stepOf({ repeats: 3, everyS: 60 })] })
    const alarm = await raise(world, site, { level })
    await engine.round()
    return alarm
  }

  test('when the alarm is confirmed: queued messages are not sent', async () => {
    const { id } = await begin('confirmed')
    await confirmAlarm(north, { id })
    await forward(1)
    expect(await records()).toEqual(['Ann voice cancelled'])
    expect(await runs()).toMatchObject([{ state: 'stopped', stop_reason: 'confirmed' }])
    await forward(600)
    expect(await records()).toHaveLength(1)
  })

  test('when its site is taken, by name', async () => {
    await begin('taken')
    await takeSite(north, { projectId: site.project })
    await forward(1)
    expect(await runs()).toMatchObject([{ state: 'stopped', stop_reason: 'taken', stopped_by: 'North Admin' }])
  })

  test('but not when a site was taken before the fire', async () => {
    await takeSite(north, { projectId: site.project })
    world.clock.forward(1_000)
    await begin('taken', 'fire')
    expect(await runs()).toMatchObject([{ state: 'running' }])
    expect(await records()).toEqual(['Ann voice queued'])
  })

  test('only when it is closed, if the rule says so', async () => {
    const { id } = await begin('closed')
    await confirmAlarm(north, { id })
    await forward(30)
    expect(await runs()).toMatchObject([{ state: 'running' }])
    await world.db.updateTable('alarm').set({ state: 'cleared' }).where('id', '=', id).execute()
    await forward(1)
    expect(await runs()).toMatchObject([{ state: 'stopped', stop_reason: 'closed' }])
  })

  test('before it begins, if the alarm was closed meanwhile', async () => {
    await list('Ann')
    await addRule(world.db, world.companies.north)
    const { id } = await raise(world, site)
    await world.db.updateTable('alarm').set({ state: 'misreport' }).where('id', '=', id).execute()
    await engine.round()
    expect(await records()).toEqual([])
    expect(await runs()).toMatchObject([{ state: 'stopped', stop_reason: 'closed' }])
  })
})

describe('further events of the project', () => {
  test('wait for the end of the window and become one message; a fire never waits', async () => {
    await list('Ann')
    await addRule(world.db, world.companies.north, { mergeWindowS: 60 })
    await raise(world, site, { level: 'warning' })
    await engine.round()
    world.clock.forward(5_000)
    for (let n = 0; n < 3; n++) await raise(world, site, { level: 'warning' })
    await raise(world, site, { level: 'fire' })
    await engine.round()
    expect(await runs()).toHaveLength(3)
    expect(await records()).toHaveLength(2)
    await forward(55)
    expect(await records()).toHaveLength(3)
    const last = await world.db
      .selectFrom('message_record')
      .select(['content', 'params'])
      .orderBy('id', 'desc')
      .limit(1)
      .executeTakeFirstOrThrow()
    expect(last.params['count']).toBe(3)
    expect(last.content).toContain('3 alarms')
  })

  test('are still notified when one of them is closed', async () => {
    await list('Ann')
    await addRule(world.db, world.companies.north, { mergeWindowS: 60 })
    await raise(world, site, { level: 'warning' })
    await engine.round()
    world.clock.forward(1_000)
    const second = await raise(world, site, { level: 'warning' })
    await raise(world, site, { level: 'warning' })
    await engine.round()
    await confirmAlarm(north, { id: second.id })
    await forward(60)
    expect((await runs()).map(({ state }) => state)).toEqual(['finished', 'running'])
    const last = await world.db
      .selectFrom('message_record')
      .select('params')
      .orderBy('id', 'desc')
      .limit(1)
      .executeTakeFirstOrThrow()
    expect(last.params['count']).toBe(1)
  })
})

test('an exceeded response clock is an event of its own', async () => {
  await list('Ann')
  await addRule(world.db, world.companies.north, { events: ['breach'] })
  const now = world.clock.now()
  const due = new Date(now.getTime() - 1_000)
  await raise(world, site, { acknowledge_due_at: due, breach_due_at: due })
  await recordDueBreaches(world.systemCtx)
  await engine.round()
  expect(await runs()).toMatchObject([{ event: 'breach', state: 'running' }])
  expect(await records()).toEqual(['Ann voice queued'])
  // It belongs to a fire, so it is just as urgent.
  const { priority } = await world.db.selectFrom('message_record').select('priority').executeTakeFirstOrThrow()
  expect(priority).toBe(0)
})

test('a fault is notified until it is solved', async () => {
  await list('Ann', 'Ben')
  await addRule(world.db, world.companies.north, { events: ['fault'] })
  const fault = await world.db.selectFrom('fault').selectAll().where('project_id', '=', site.project).executeTakeFirstOrThrow()
  await world.db.updateTable('fault').set({ state: 'pending' }).where('id', '=', fault.id).execute()
  const {
    company_id: companyId,
    path,
    customer_id: customerId,
    project_id: projectId,
    device_id: deviceId,
    type_id: typeId,
  } = fault
  const at = world.clock.now()
  await addCauses(world.db, [
    {
      kind: 'fault',
      id: fault.id,
      firstAt: fault.first_at,
      roundAt: at,
      companyId,
      path,
      customerId,
      projectId,
      deviceId,
      typeId,
      level: null,
    },
  ])
  await engine.round()
  expect(await records()).toEqual(['Ann voice queued'])
  await world.db.updateTable('fault').set({ state: 'solved' }).where('id', '=', fault.id).execute()
  await forward(1)
  expect(await records()).toEqual(['Ann voice cancelled'])
  expect(await runs()).toMatchObject([{ stop_reason: 'solved' }])
})

describe('what fails because of a defect', () => {
  test('is retried with growing pauses, kept, reported, and holds up nothing else', async () => {
    await list('Ann')
    await addRule(world.db, world.companies.north)
    // A cause for which no run can be created.
    await sql`insert into notification_cause (kind, object_id, first_at, round_at, path, project_id, level)
      values ('alarm', 1, now(), now(), ${site.owner.path}, ${site.project}, 'fire')`.execute(world.db)
    await raise(world, site)
    await engine.round()
    expect(await records()).toEqual(['Ann voice queued'])
    for (let n = 0; n < 5; n++) await forward(61)
    expect(await world.db.selectFrom('notification_cause').select(['tries', 'failure']).execute()).toMatchObject([
      { tries: 6, failure: expect.stringContaining('company_id') },
    ])
    const notified = await world.db.selectFrom('message').select('account_id').where('type', '=', 'notificationStuck').execute()
    expect(notified.map(({ account_id: id }) => id)).toContain(world.accounts.siterAdmin.id)
    expect(new Set(notified.map(({ account_id: id }) => id)).size).toBe(notified.length)
  })

  test('if it crashes the program, it is set aside, kept and reported, and everybody else is notified', async () => {
    await list('Ann')
    await addRule(world.db, world.companies.north)
    await raise(world, site)
    const { id } = await world.db.selectFrom('notification_cause').select('id').executeTakeFirstOrThrow()
    await raise(world, site)
    engine = engineOf(world, undefined, { underWay: await afterCrashesWith(`notification cause ${id}`) })
    await engine.round()
    expect(await records()).toEqual(['Ann voice queued'])
    for (let n = 0; n < 5; n++) await forward(61)
    expect(await world.db.selectFrom('notification_cause').select(['id', 'tries', 'failure']).execute()).toMatchObject([
      { id, tries: 6, failure: expect.stringContaining('set aside') },
    ])
    const notified = await world.db.selectFrom('message').select('account_id').where('type', '=', 'notificationStuck').execute()
    expect(notified).toContainEqual({ account_id: world.accounts.siterAdmin.id })
    await world.db.deleteFrom('notification_cause').execute()
    const [run] = await runs() // nor is a run lost
    await world.db.updateTable('notification_run').set({ state: 'running', due_at: world.clock.now().toISOString() }).execute()
    engine = engineOf(world, undefined, { underWay: await afterCrashesWith(`notification run ${run?.id}`) })
    await engine.round()
    expect(await runs()).toMatchObject([{ id: run?.id, state: 'running', failure: expect.stringContaining('set aside') }])
  })
})

test('the alarm’s page shows the progress, to nobody of another company', async () => {
  await list('Ann', 'Ben')
  await addRule(world.db, world.companies.north, { name: 'Night', steps: [stepOf(), stepOf({ afterS: 120 })] })
  const { id } = await raise(world, site)
  await engine.round()
  const [run] = await escalationOf(north, { id })
  expect(run).toMatchObject({
    ruleName: 'Night',
    state: 'running',
    done: 1,
    of: 2,
    told: [{ name: 'Ann', channel: 'voice', state: 'queued' }],
  })
  expect(Date.parse(run?.nextAt ?? '')).toBe(Date.parse(run?.startedAt ?? '') + 120_000)
  expect(await escalationOf(await world.ctxOf(world.accounts.southAdmin), { id })).toEqual([])
})
