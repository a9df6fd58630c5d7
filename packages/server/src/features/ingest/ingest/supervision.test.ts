import type { EnumValue } from '@emberwatch/contract'
import { sql, type Kysely } from 'kysely'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { openDatabase, type Database } from '../../../platform/database/database.ts'
import { testDatabase, type TestDatabase } from '../../../testing/database.ts'
import type { Tables } from '../../../tables/index.ts'
import { createSite, seedInstallation, type Site } from './ingest.fixture.ts'
import { silenceProcesses } from './silence.fixture.ts'

/** What reports only when it acts, or never, is neither online nor offline (domain.md, "Equipment that never reports"). */

let server: TestDatabase
let database: Database
let db: Kysely<Tables>
let site: Site
let faultType: number
const { process, closeAll } = silenceProcesses(() => ({ server, site, faultType }))
/** In test time (s). */
const offlineAfterS = 30

beforeAll(async () => {
  server = await testDatabase()
  database = openDatabase(server.connection)
  db = database.kysely
  await seedInstallation(db)
  const type = await db.selectFrom('fault_type').select('id').where('code', '=', 'offline').executeTakeFirstOrThrow()
  faultType = type.id
})
afterEach(closeAll)
afterAll(async () => {
  await database.close()
  await server.stop()
})

/** A gateway, and behind it a device with a model of its own. */
const place = async () => {
  site = await createSite(db, 1, 1)
  await db.updateTable('device_model').set({ offline_after_s: offlineAfterS }).where('id', '=', site.modelId).execute()
  const { rows } = await sql<{ id: number }>`insert into device_model (series_id, code, name, offline_after_s)
    select series_id, code || '-own', name, offline_after_s from device_model where id = ${site.modelId} returning id`.execute(db)
  const model = rows[0]?.id ?? 0
  const device = site.gateways[0]?.devices[0]?.id ?? 0
  await db.updateTable('device').set({ model_id: model, project_id: site.projectId }).where('id', '=', device).execute()
  return { model, device }
}
const stateOf = (device: number) =>
  db.selectFrom('device').select(['online', 'awaited']).where('id', '=', device).executeTakeFirstOrThrow()
/** The faults of the device, or of its gateway, in their order. */
const faultsOf = async (device: number | null) =>
  (
    await db
      .selectFrom('fault')
      .select('state')
      .where('path', '=', site.path)
      .where('device_id', 'is not distinct from', device)
      .orderBy('id')
      .execute()
  ).map(({ state }) => state)
const supervise = (model: number, supervision: EnumValue<'supervision'>) =>
  db.updateTable('device_model').set({ supervision }).where('id', '=', model).execute()

test.each(['never', 'onEvent'] as const)(
  'supervised by “%s” is neither online nor offline, and has no fault of its silence',
  async (how) => {
    const { model, device } = await place()
    const { watch, receive, pass } = process()
    await watch.tick()
    receive(0)
    await pass(offlineAfterS + 2)
    expect(await faultsOf(device)).toEqual(['pending'])
    await supervise(model, how)
    await pass(1)
    expect(await stateOf(device)).toEqual({ online: null, awaited: false })
    expect(await faultsOf(device)).toEqual(['solved'])

    // Heard, placed again, enabled again and silent for long. Its gateway is watched as before.
    receive(0)
    await pass(1)
    for (const change of [
      { online: false, enabled: false },
      { enabled: true },
      { project_id: null },
      { project_id: site.projectId },
    ])
      await db.updateTable('device').set(change).where('id', '=', device).execute()
    expect(await faultsOf(null)).toEqual(['solved'])
    await pass(offlineAfterS + 2)
    expect(await stateOf(device)).toEqual({ online: null, awaited: false })
    expect(await faultsOf(device)).toEqual(['solved'])
    expect(await faultsOf(null)).toEqual(['solved', 'pending'])

    // By heartbeat again, it has the time that every device has.
    await supervise(model, 'heartbeat')
    await pass(1)
    expect(await stateOf(device)).toEqual({ online: false, awaited: true })
    await pass(offlineAfterS - 2)
    expect(await faultsOf(device)).toEqual(['solved'])
    await pass(3)
    expect(await faultsOf(device)).toEqual(['solved', 'pending'])
  },
)

test('a device that is given a model which is not supervised is neither, from the next round on; a new one at once', async () => {
  const { model, device } = await place()
  const { watch, receive, pass } = process()
  await watch.tick()
  receive(0)
  await pass(1)
  expect(await stateOf(device)).toMatchObject({ online: true })
  await supervise(model, 'never')
  const added = await sql<{ online: boolean | null; awaited: boolean }>`
    insert into device (company_id, path, model_id, code, name, gateway_id, project_id)
    select company_id, path, model_id, code || '-B', name, gateway_id, project_id from device where id = ${device}
    returning online, awaited`.execute(db)
  expect(added.rows).toEqual([{ online: null, awaited: false }])
  await db.updateTable('device').set({ model_id: site.modelId }).where('id', '=', device).execute()
  await pass(1)
  expect(await stateOf(device)).toMatchObject({ online: true })
  await db.updateTable('device').set({ model_id: model }).where('id', '=', device).execute()
  await pass(1)
  expect(await stateOf(device)).toEqual({ online: null, awaited: false })
  // Its history ends, so that the time since then counts as neither.
  const history = await db.selectFrom('device_online').select('online').where('device_id', '=', device).orderBy('id').execute()
  expect(history.map(({ online }) => online)).toEqual([true, false])
})
