import { text as textOf } from 'node:stream/consumers'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Ctx } from '../../../platform/context.ts'
import { renderExport } from '../../../platform/exports.ts'
import { testWorld, type TestWorld } from '../../../testing/context.ts'
import { createTeam } from './duty-team.verbs.ts'
import { dutyRosterExport, exportRoster } from './duty-calendar.reads.ts'
import { hour, iso, newPerson, refusal, twoShifts } from './duty.fixture.ts'

let world: TestWorld
let north: Ctx
let south: Ctx
let id: number
/** A midnight ahead, in UTC. */
let midnight: number

beforeAll(async () => {
  world = await testWorld()
  north = await world.ctxOf(world.accounts.northAdmin)
  south = await world.ctxOf(world.accounts.southAdmin)
  const people = [await newPerson(world, 'Ada'), await newPerson(world, 'Ben'), await newPerson(world, 'Cem')]
  const now = world.clock.now().getTime()
  midnight = Math.ceil(now / (24 * hour)) * 24 * hour
  const [day, night] = [
    { name: 'Day', starts: '08:00', ends: '20:00' },
    { name: 'Night', starts: '20:00', ends: '06:00' },
  ]
  const shared = { weekdays: [1, 2, 3, 4, 5, 6, 7], turns: false }
  const shifts = [
    { ...shared, ...day, first: 0 },
    { ...shared, ...night, first: 1 },
  ]
  id = (await createTeam(north, { ...twoShifts(people, now), name: 'Watch', timeZone: 'Asia/Shanghai', shifts })).id
})
afterAll(() => world.stop())

const dayAhead = () => ({ id, startTime: iso(midnight), endTime: iso(midnight + 24 * hour) })
const csvOf = (ctx: Ctx, locale: 'zh' | 'en'): Promise<string> =>
  textOf(
    renderExport(ctx, dutyRosterExport, {
      format: 'csv',
      locale,
      timeZone: 'UTC',
      filters: dayAhead(),
      onRows: async () => undefined,
    }),
  )

test('the roster is written in its team’s time zone, including gaps', async () => {
  const at = (after: number, time: string) => `${iso(midnight + after * 24 * hour).slice(0, 10)} ${time}:00 UTC+8`
  const lines = (await csvOf(north, 'en')).trim().split(/\r?\n/)
  expect(lines.slice(1)).toEqual([
    `Watch,${at(0, '08:00')},${at(0, '20:00')},Day,"Ada, Ben",No`,
    `Watch,${at(0, '20:00')},${at(1, '06:00')},Night,Cem,No`,
    `Watch,${at(1, '06:00')},${at(1, '08:00')},,,Yes`,
  ])
  expect(await csvOf(north, 'zh')).toContain('Ada、Ben')
})

test('a requester who can no longer see the team when the file is written gets nothing', async () => {
  expect((await csvOf(south, 'en')).trim().split(/\r?\n/)).toHaveLength(1)
})

test('ordering it is logged; a period that is too long is refused at its end', async () => {
  const { exportId } = await exportRoster(north, { ...dayAhead(), format: 'csv' })
  const audit = await world.db
    .selectFrom('audit_log')
    .select(['object_name', 'company_id'])
    .where('action', '=', 'dutyRoster.export')
    .where('object_id', '=', String(exportId))
    .executeTakeFirstOrThrow()
  expect(audit).toEqual({ object_name: 'dutyRoster', company_id: world.companies.north.id })
  const tooLong = { ...dayAhead(), endTime: iso(midnight + 100 * 24 * hour) }
  expect(await refusal(exportRoster(north, tooLong))).toMatchObject({ field: 'endTime' })
})
