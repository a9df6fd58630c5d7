import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Ctx } from '../../../platform/context.ts'
import { testWorld, type TestWorld } from '../../../testing/context.ts'
import { addAlarm, addSite } from '../alarm/alarm.fixture.ts'
import { listAlarmCalls } from './alarm-call.reads.ts'

let world: TestWorld
let north: Ctx
beforeAll(async () => {
  world = await testWorld()
  north = await world.ctxOf(world.accounts.northAdmin)
})
afterAll(() => world.stop())

test('a fire whose premises are called first shows who asks for that and until when, as long as nobody has judged it', async () => {
  const site = await addSite(world.db, world.companies.north)
  const alarm = await addAlarm(world.db, site, { first_at: world.clock.now() })
  const verification = async () => (await listAlarmCalls(north, { id: alarm.id })).verification
  expect(await verification()).toBeNull()
  const rule = { call_first: true, verify_asked_by: 'Fire brigade', verify_within_s: 60 }
  await world.db.updateTable('project').set(rule).where('id', '=', alarm.project_id).execute()
  const until = new Date(Date.parse(alarm.first_at) + 60_000).toISOString()
  expect(await verification()).toEqual({ askedBy: 'Fire brigade', until })
  await world.db.updateTable('alarm').set({ level: 'warning' }).where('id', '=', alarm.id).execute()
  expect(await verification()).toBeNull()
  await world.db.updateTable('alarm').set({ level: 'fire', state: 'confirmed' }).where('id', '=', alarm.id).execute()
  expect(await verification()).toBeNull()
})
