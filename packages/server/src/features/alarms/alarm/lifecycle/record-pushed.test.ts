import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { openDatabase } from '../../../../platform/database/database.ts'
import { testWorld, type TestWorld } from '../../../../testing/context.ts'
import { addAlarm, addSite, tracesOf, type Site } from '../alarm.fixture.ts'
import { alarmDetail } from '../alarm-detail.reads.ts'
import { insertSteps } from './journey.ts'
import { createPushRecorder } from './record-pushed.ts'

let world: TestWorld
let site: Site
beforeAll(async () => {
  world = await testWorld()
  site = await addSite(world.db, world.companies.north)
})
afterAll(() => world.stop())

const pushesOf = async (id: number): Promise<string[]> => {
  const { journey } = await tracesOf(world.db, 'alarm', id)
  return journey.filter(({ step }) => step === 'pushed').map(({ at }) => at)
}
const after = (ms: number): Date => new Date(world.clock.now().getTime() + ms)

test('the first of many deliveries is recorded, once, even if several processes write late', async () => {
  const [first, second] = [await addAlarm(world.db, site), await addAlarm(world.db, site, { source_code: 'heat' })]
  const here = createPushRecorder(10)
  const there = createPushRecorder(30)
  there.note(world.systemCtx, first.id, after(5))
  here.note(world.systemCtx, first.id, after(7))
  here.note(world.systemCtx, first.id, after(9))
  here.note(world.systemCtx, second.id, after(8))
  there.note(world.systemCtx, second.id, after(11))
  await vi.waitFor(async () => expect(await pushesOf(first.id)).toEqual([after(5).toISOString()]))
  // Whichever process writes last, the earlier time remains.
  await vi.waitFor(async () => expect(await pushesOf(second.id)).toEqual([after(8).toISOString()]))
})

test('two processes at the same time leave one step each', async () => {
  const alarms = await Promise.all(Array.from({ length: 20 }, () => addAlarm(world.db, site)))
  for (const recorder of [createPushRecorder(1), createPushRecorder(1), createPushRecorder(1)])
    for (const { id } of alarms) recorder.note(world.systemCtx, id, after(1))
  const all = () => Promise.all(alarms.map(({ id }) => pushesOf(id)))
  await vi.waitFor(async () => expect((await all()).flat().length).toBeGreaterThanOrEqual(20))
  await new Promise((resolve) => setTimeout(resolve, 100))
  expect((await all()).map((pushes) => pushes.length)).toEqual(alarms.map(() => 1))
})

test('what could not be written is written with the next ones', async () => {
  const [late, next] = [await addAlarm(world.db, site), await addAlarm(world.db, site)]
  const away = openDatabase({ ...world.connection, database: 'nowhere' })
  const recorder = createPushRecorder(1)
  recorder.note({ systemDb: away.kysely }, late.id, after(3))
  await new Promise((resolve) => setTimeout(resolve, 100))
  await away.close()
  expect(await pushesOf(late.id)).toEqual([])
  recorder.note(world.systemCtx, next.id, after(4))
  await vi.waitFor(async () => expect(await pushesOf(next.id)).toEqual([after(4).toISOString()]))
  expect(await pushesOf(late.id)).toEqual([after(3).toISOString()])
})

test('the journey keeps the order of the steps within one millisecond', async () => {
  const { id } = await addAlarm(world.db, site)
  const at = world.clock.now()
  for (const step of ['shown', 'pushed', 'stored', 'decoded', 'received', 'deviceTime'] as const)
    await insertSteps(world.db, [{ alarmId: id, step, at, by: null }])
  const { journey } = await alarmDetail(await world.ctxOf(world.accounts.northAdmin), { id })
  expect(journey.map(({ step }) => step)).toEqual(['deviceTime', 'received', 'decoded', 'stored', 'pushed', 'shown'])
})
