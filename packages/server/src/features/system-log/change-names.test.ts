import { allEndpoints } from '@emberwatch/contract'
import { en } from '@emberwatch/contract/texts/en'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Ctx } from '../../platform/context.ts'
import { testWorld, type TestWorld } from '../../testing/context.ts'
import { alarmActivity } from '../activity/activity.reads.ts'
import { addAlarm, addSite, type Site } from '../alarm/alarm.fixture.ts'
import { confirmAlarm } from '../alarm/confirm-alarm.ts'
import { dealAlarm } from '../alarm/deal-alarm.ts'
import { refPaths } from '../../testing/sample.ts'
import { pointers, withNames } from './change-names.ts'

let world: TestWorld
let north: Ctx
let site: Site
beforeAll(async () => {
  world = await testWorld()
  north = await world.ctxOf(world.accounts.northAdmin)
  site = await addSite(world.db, world.companies.north)
})
afterAll(() => world.stop())

test('an alarm’s activity names who acted, and every field of it has a label', async () => {
  const { id } = await addAlarm(world.db, site)
  await confirmAlarm(north, { id })
  await dealAlarm(north, { id, handleWay: 'drill', note: 'Drill', reason: 'Drill' })
  const { list } = await alarmActivity(north, { id })
  const changes = list.map((row) => row.changes as Record<string, [unknown, unknown]>)
  expect(changes.find((one) => 'confirmed_by' in one)?.['confirmed_by']).toEqual([null, north.actor.name])
  expect(changes.find((one) => 'closed_by' in one)?.['closed_by']).toEqual([null, north.actor.name])
  const camel = (name: string) => name.replaceAll(/_([a-z])/g, (_all, letter: string) => letter.toUpperCase())
  const unlabelled = changes.flatMap(Object.keys).filter((field) => !(camel(field) in en.fields))
  expect(unlabelled).toEqual([])
})

test('ids become names and codes, alone, in lists and in rows; private persons stay masked; deleted rows keep their number', async () => {
  const device = await world.db
    .selectFrom('device')
    .select(['code', 'name', 'model_id'])
    .where('id', '=', site.device)
    .executeTakeFirstOrThrow()
  const model = await world.db
    .selectFrom('device_model')
    .select('name')
    .where('id', '=', device.model_id)
    .executeTakeFirstOrThrow()
  const type = await world.db.selectFrom('alarm_type').select(['id', 'name_en']).orderBy('id').limit(1).executeTakeFirstOrThrow()
  const { northAdmin, northUser } = world.accounts
  const [changes] = await withNames(north, [
    {
      deviceIds: [null, [site.device]],
      results: [null, [{ deviceId: site.device, result: 'fixed' }]],
      engineerIds: [[northAdmin.id], [northAdmin.id, 999_999_999]],
      closed_by: [null, northUser.id],
      model_id: [null, device.model_id],
      alarmTypeIds: [[], [type.id]],
      repeatCount: [1, 2],
    },
  ])
  const code = [device.code, device.name].join(' ')
  expect(changes).toMatchObject({
    deviceIds: [null, [code]],
    engineerIds: [[north.actor.name], [north.actor.name, '#999999999']],
    model_id: [null, model.name],
    alarmTypeIds: [[], [type.name_en]],
    repeatCount: [1, 2],
  })
  expect(String(changes?.['closed_by']?.[1])).toMatch(/\*/)
})

test('every id that a form saves has a name in the log (change-names.ts)', () => {
  const saved = allEndpoints
    .filter(({ name, entry }) => entry.entity !== undefined && /\.(create|update)$/.test(name))
    .flatMap(({ name, entry }) => refPaths(entry.input).map((ref) => ({ name, ...ref })))
    // Alone or in a list. Deeper values are logged in their own form.
    .filter(
      ({ path, entity }) => path[0] !== 'id' && entity !== 'file' && path.slice(1).every((step) => step === 0) && path.length < 3,
    )
    .map(({ name, path }) => ({ name, field: String(path[0]) }))
  expect(saved).not.toEqual([])
  expect(saved.filter(({ field }) => !(field in pointers))).toEqual([])
})
