import { allEndpoints } from '@emberwatch/contract'
import { en } from '@emberwatch/contract/texts/en'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Ctx } from '../../../platform/context.ts'
import { testWorld, type TestWorld } from '../../../testing/context.ts'
import { alarmActivity } from '../activity/activity.reads.ts'
import { addAlarm, addSite, type Site } from '../../alarms/alarm/alarm.fixture.ts'
import { confirmAlarm, resolveAlarm } from '../../alarms/alarm/lifecycle/transition-alarm.ts'
import { refPaths } from '../../../testing/sample.ts'
import { setPreference } from '../../people/session/own-account.verbs.ts'
import { pageAuditLog } from './audit-log.reads.ts'
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
  await resolveAlarm(north, { id, handleWay: 'drill', note: 'Drill', reason: 'Drill' })
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

test('what things are called after they changed hands is not for the log of those who had them; a number of things is no id', async () => {
  const { project, device } = await addSite(world.db, world.companies.north)
  const changes = { projectId: [null, project], deviceIds: [[], [device]], devices: [null, device] } as const
  const { id: company_id, path } = world.companies.south
  await world.db.updateTable('project').set({ company_id, path, name: 'Bunker' }).where('id', '=', project).execute()
  await world.db.updateTable('device').set({ company_id, path, code: 'SD-7', name: 'Vault' }).where('id', '=', device).execute()
  const [theirs] = await withNames(north, [changes])
  expect(theirs).toEqual({ projectId: [null, `#${project}`], deviceIds: [[], [`#${device}`]], devices: [null, device] })
  for (const account of [world.accounts.southAdmin, world.accounts.siterAdmin]) {
    const [own] = await withNames(await world.ctxOf(account), [changes])
    expect(own).toMatchObject({ projectId: [null, 'Bunker'], deviceIds: [[], ['SD-7 Vault']] })
  }
})

test('a preference of any name and value makes the log name nothing of another company', async () => {
  const { device } = await addSite(world.db, world.companies.south)
  const { code } = await world.db.selectFrom('device').select('code').where('id', '=', device).executeTakeFirstOrThrow()
  const ids = Array.from({ length: 100 }, (_, at) => at + 1)
  for (const key of Object.keys(pointers)) {
    await setPreference(north, { key, value: ids })
    await setPreference(north, { key, value: device })
  }
  const { list } = await pageAuditLog(north, { action: 'account.setPreference', pageSize: 100 })
  expect(list).toHaveLength(100)
  const said = JSON.stringify(list)
  expect([code, 'South Distributor', 'South Admin'].filter((name) => said.includes(name))).toEqual([])
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
