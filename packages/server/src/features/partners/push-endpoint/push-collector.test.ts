import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { createNotifications } from '../../../platform/database/notifications.ts'
import { systemClock } from '../../../platform/context.ts'
import { testWorld, type TestWorld } from '../../../testing/context.ts'
import { addSite } from '../../alarms/alarm/alarm.fixture.ts'
import { createProjectPush } from '../project-push/project-push.verbs.ts'
import { sql } from 'kysely'
import { pino } from 'pino'
import { createPushCollector } from './push-collector.ts'
import { addEndpoint, alarmEvent, emit, pushesOf, soon, startPushing, startReceiver } from './push.fixture.ts'

let world: TestWorld
beforeAll(async () => {
  world = await testWorld()
})
afterAll(() => world.stop())

test('an event that was read just before the database failed is read again, and pushed', async () => {
  const siter = await world.ctxOf(world.accounts.siterAdmin)
  const site = await addSite(world.db, world.companies.north)
  const { id } = await addEndpoint(siter, world.companies.north.id, 'http://127.0.0.1:9/')
  await createProjectPush(siter, { projectId: site.project, endpointId: id, delayS: 0 })
  const notifications = createNotifications(world.connection, pino({ level: 'silent' }))
  await notifications.start()
  let failures = 0
  const log = { warn: () => void failures++ }
  const collector = createPushCollector({ ctx: { ...world.systemCtx, clock: systemClock }, notifications, log })
  collector.start()
  await emit(world, [alarmEvent(site, 1)])
  await soon(async () => expect(await pushesOf(world, id)).toHaveLength(1))
  // The events can be read, but not what they are for.
  await sql`alter table project_push rename to project_push_away`.execute(world.db)
  await emit(world, [alarmEvent(site, 2)])
  await soon(() => expect(failures).toBeGreaterThan(0))
  await sql`alter table project_push_away rename to project_push`.execute(world.db)
  await emit(world, [alarmEvent(site, 3)])
  await soon(async () => expect((await pushesOf(world, id)).map((push) => push.pushed_object)).toContain('alarm:3'))
  expect((await pushesOf(world, id)).map((push) => push.pushed_object)).toContain('alarm:2')
  await collector.stop()
  await notifications.stop()
})

test('the process that another one collects for keeps up as well', async () => {
  const siter = await world.ctxOf(world.accounts.siterAdmin)
  const site = await addSite(world.db, world.companies.north)
  const { id } = await addEndpoint(siter, world.companies.north.id, 'http://127.0.0.1:9/')
  await createProjectPush(siter, { projectId: site.project, endpointId: id, delayS: 0 })
  const log = pino({ level: 'silent' })
  const notifications = createNotifications(world.connection, log)
  await notifications.start()
  const collectors = [1, 2].map(() =>
    createPushCollector({ ctx: { ...world.systemCtx, clock: systemClock }, notifications, log }),
  )
  for (const collector of collectors) collector.start()
  await emit(world, [alarmEvent(site, 11)])
  await soon(async () => expect(await pushesOf(world, id)).toHaveLength(1))
  const now = performance.now.bind(performance)
  const later = vi.spyOn(performance, 'now').mockImplementation(() => now() + 61_000)
  await emit(world, [alarmEvent(site, 12)])
  await soon(() => expect(collectors.map((collector) => collector.isWorking())).toEqual([true, true]))
  later.mockRestore()
  for (const collector of collectors) await collector.stop()
  await notifications.stop()
})

test('a collector that cannot find out whether anything is pushed says so', async () => {
  const log = pino({ level: 'silent' })
  await sql`alter table project_push rename to project_push_away`.execute(world.db)
  const notifications = createNotifications(world.connection, log)
  const collector = createPushCollector({ ctx: { ...world.systemCtx, clock: systemClock }, notifications, log })
  collector.start()
  const now = performance.now.bind(performance)
  const later = vi.spyOn(performance, 'now').mockImplementation(() => now() + 61_000)
  await soon(() => expect(collector.isWorking()).toBe(false))
  later.mockRestore()
  await sql`alter table project_push_away rename to project_push`.execute(world.db)
  await collector.stop()
})

test('a deliverer that cannot claim anything says so', async () => {
  const receiver = await startReceiver()
  const siter = await world.ctxOf(world.accounts.siterAdmin)
  const site = await addSite(world.db, world.companies.north)
  const { id } = await addEndpoint(siter, world.companies.north.id, receiver.url)
  await createProjectPush(siter, { projectId: site.project, endpointId: id, delayS: 0 })
  await sql`create function refuse() returns trigger language plpgsql as 'begin raise exception ''refused''; end'`.execute(
    world.db,
  )
  await sql`create trigger refuse before update on push_delivery for each row when (new.state = 'sending') execute function refuse()`.execute(
    world.db,
  )
  const pushing = await startPushing(world)
  const { isWorking } = pushing.deliverer
  // It looks every two seconds.
  const withinMs = 4_000
  expect(isWorking(withinMs)).toBe(true)
  await emit(world, [alarmEvent(site, 21)])
  await soon(() => expect(isWorking(withinMs)).toBe(false))
  await sql`drop function refuse cascade`.execute(world.db)
  await soon(() => expect(receiver.got).toHaveLength(1))
  expect(isWorking(withinMs)).toBe(true)
  await pushing.stop()
  await receiver.stop()
})
