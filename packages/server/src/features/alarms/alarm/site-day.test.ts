import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Ctx } from '../../../platform/context.ts'
import { testWorld, type TestWorld } from '../../../testing/context.ts'
import { addAlarm, addSite, tracesOf, type Site } from './alarm.fixture.ts'
import { alarmDetail } from './alarm-detail.reads.ts'
import { alarmExport, pageAlarms } from './alarm.reads.ts'
import { confirmAlarm } from './lifecycle/transition-alarm.ts'
import { showAlarms } from './show-alarms.ts'
import type { StoredAlarm } from './alarm.store.ts'

/**
 * An alarm's number contains the site's day, the same everywhere. 23:30 UTC is the next day in Shanghai and the same day in New
 * York.
 */

let world: TestWorld
let north: Ctx
let newYork: Site
let shanghai: Site
const firstAt = new Date('2026-11-20T23:30:00.000Z')

beforeAll(async () => {
  world = await testWorld()
  north = await world.ctxOf(world.accounts.northAdmin)
  const inZone = async (time_zone: string) => {
    const site = await addSite(world.db, world.companies.north)
    await world.db.updateTable('project').set({ time_zone }).where('id', '=', site.project).execute()
    return site
  }
  newYork = await inZone('America/New_York')
  shanghai = await inZone('Asia/Shanghai')
})
afterAll(() => world.stop())

const codeOf = ({ id }: StoredAlarm, day: string) => `A${day}-${String(id).padStart(6, '0')}`

test.each([
  ['New York', () => newYork, '20261120'],
  ['Shanghai', () => shanghai, '20261121'],
])('in %s: list, detail, search, export, live events and audit agree', async (_, site, day) => {
  const alarm = await addAlarm(world.db, site(), { first_at: firstAt })
  const code = codeOf(alarm, day)
  const rows = async (input: Parameters<typeof pageAlarms>[1]) => (await pageAlarms(north, input)).list.map((row) => row.code)
  expect(await rows({ projectId: site().project })).toEqual([code])
  expect(await rows({ keyword: code.toLowerCase() })).toEqual([code])
  expect((await alarmDetail(north, { id: alarm.id })).code).toBe(code)
  const exported = await alarmExport.page(north, { projectId: site().project, after: null })
  expect(exported.list).toMatchObject([{ code }])
  await showAlarms(north, { ids: [alarm.id] })
  await confirmAlarm(north, { id: alarm.id })
  const { audits, events } = await tracesOf(world.db, 'alarm', alarm.id)
  expect(audits.map((row) => row.object_name)).toEqual([code, code])
  expect(events.at(-1)?.data).toMatchObject({ code })
})

test('an alarm without a project has the day of its company', async () => {
  await world.db
    .updateTable('company')
    .set({ time_zone: 'Pacific/Auckland' })
    .where('id', '=', world.companies.north.id)
    .execute()
  const alarm = await addAlarm(world.db, newYork, { first_at: new Date('2026-11-20T11:30:00.000Z'), project_id: null })
  const { list } = await pageAlarms(north, { keyword: codeOf(alarm, '20261121') })
  expect(list.map((row) => row.code)).toEqual([codeOf(alarm, '20261121')])
})
