import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Ctx } from '../../../platform/context.ts'
import { testWorld, type TestWorld } from '../../../testing/context.ts'
import { announceGaps } from './announce-gaps.ts'
import { createTeam } from './duty-team.verbs.ts'
import { hour, iso, newPerson, twoShifts } from './duty.fixture.ts'
import { dutyCalendar, dutyWarnings } from './duty-calendar.reads.ts'
import { pageTeams } from './duty-team.reads.ts'

let world: TestWorld
let north: Ctx
beforeAll(async () => {
  world = await testWorld()
  north = await world.ctxOf(world.accounts.northAdmin)
})
afterAll(() => world.stop())

test('a member who moved to another company stays on the roster but hears nothing: that is a gap', async () => {
  world.clock.forward(hour - (world.clock.now().getTime() % hour) + 1_000)
  const start = world.clock.now().getTime()
  const people = [await newPerson(world, 'Ada'), await newPerson(world, 'Ben'), await newPerson(world, 'Cem')]
  const [, , cem = 0] = people
  const { id } = await createTeam(north, twoShifts(people, start))
  // A place in a company below still counts.
  const place = ({ id: company_id, path }: { id: number; path: string }) =>
    world.db.updateTable('account').set({ company_id, path }).where('id', '=', cem).execute()
  await place(world.companies.northAgent)
  expect((await dutyWarnings(north)).filter((warning) => warning.id === id)).toEqual([])
  await place(world.companies.south)
  const [warning] = (await dutyWarnings(north)).filter((each) => each.id === id)
  expect(warning?.gaps[0]).toMatchObject({ from: iso(start - 1_000 + 11 * hour), people: [{ id: cem, absence: 'elsewhere' }] })
  const row = (await pageTeams(north, {})).list.find((each) => each.id === id)
  expect(row?.gap).toMatchObject({ people: [{ id: cem, absence: 'elsewhere' }] })
  const input = { id, startTime: iso(start), endTime: iso(start + 24 * hour) }
  expect((await dutyCalendar(north, input)).gaps).toHaveLength(1)
  await announceGaps(world.systemCtx)
  const events = await world.db
    .selectFrom('live_event')
    .select('change')
    .where('kind', '=', 'duty')
    .where('object_id', '=', String(id))
    .orderBy('id')
    .execute()
  expect(events.at(-1)).toEqual({ change: 'gap' })
})
