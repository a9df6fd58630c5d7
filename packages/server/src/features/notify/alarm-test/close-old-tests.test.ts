import { afterAll, beforeAll, expect, test } from 'vitest'
import { testWorld, type TestWorld } from '../../../testing/context.ts'
import { addAlarm, addSite, type Site } from '../../alarms/alarm/alarm.fixture.ts'
import { closeOldTests } from './alarm-test.verbs.ts'

let world: TestWorld
let site: Site

beforeAll(async () => {
  world = await testWorld()
  site = await addSite(world.db, world.companies.north)
})
afterAll(() => world.stop())

const stateOf = (id: number) =>
  world.db.selectFrom('alarm').select(['state', 'handle_way', 'closed_by']).where('id', '=', id).executeTakeFirst()

test('a test alarm that nobody closed is closed after a day; nothing that was reported ever is', async () => {
  const hoursAgo = (hours: number) => new Date(world.clock.now().getTime() - hours * 3_600_000)
  const tried = { test: true, tried_by: world.accounts.northAdmin.id, acknowledge_due_at: null }
  const old = await addAlarm(world.db, site, { ...tried, first_at: hoursAgo(25) })
  const young = await addAlarm(world.db, site, { ...tried, first_at: hoursAgo(23), type_id: await otherType(0) })
  const onTest = await addAlarm(world.db, site, { test: true, first_at: hoursAgo(25), type_id: await otherType(1) })
  const real = await addAlarm(world.db, site, { first_at: hoursAgo(25), type_id: await otherType(2) })
  expect(await closeOldTests(world.systemCtx)).toBe(1)
  expect(await stateOf(old.id)).toEqual({ state: 'cleared', handle_way: 'drill', closed_by: null })
  for (const { id } of [young, onTest, real]) expect(await stateOf(id)).toMatchObject({ state: 'unconfirmed' })
  expect(await closeOldTests(world.systemCtx)).toBe(0)
})

/** The fixture opens one alarm of a type at a device. */
const otherType = async (index: number): Promise<number> => {
  const types = await world.db.selectFrom('alarm_type').select('id').where('code', '<>', 'smoke').orderBy('id').execute()
  return types[index]?.id ?? 0
}
