import { pino } from 'pino'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createNotifications } from '../../../platform/database/notifications.ts'
import type { TestWorld } from '../../../testing/context.ts'
import { pageTraceLog } from '../product-trace/trace-log.reads.ts'
import { advanceTask } from './advance-task.ts'
import { silencesOf } from './decide-upgrade.ts'
import { engineWrite } from './engine-write.ts'
import { pageDevices } from './upgrade-device.reads.ts'
import { surroundingsOf } from './surroundings.ts'
import { createUpgradeEngine, type UpgradeEngine } from './upgrade-engine.ts'
import { countersOf } from './upgrade.fixture.ts'
import { auditsOf, upgradeWorld, type Owner, type UpgradeWorld } from './upgrade-tasks.fixture.ts'

// A device under way moves to another company, with its gateway.

const silences = silencesOf(60)
let here: UpgradeWorld
let world: TestWorld
let engine: UpgradeEngine

beforeAll(async () => {
  here = await upgradeWorld()
  ;({ world } = here)
  await world.db.updateTable('gateway').set({ online: true, last_seen_at: new Date() }).execute()
  await world.db.deleteFrom('alarm_open').execute()
  await world.db.updateTable('alarm').set({ state: 'cleared' }).execute()
  const log = pino({ level: 'silent' })
  engine = createUpgradeEngine({ ctx: world.systemCtx, notifications: createNotifications(world.connection, log), log })
})
afterAll(() => world.stop())

const moveTo = async (to: Owner): Promise<void> => {
  const { id: company_id, path } = world.companies[to]
  const { project: project_id, customer: customer_id } = here.places[to]
  const place = { company_id, path, project_id, customer_id }
  await world.db.updateTable('device').set(place).where('code', '=', 'north-mid').execute()
  await world.db.updateTable('gateway').set(place).where('id', '=', here.gatewayOf('north')).execute()
}
const rowOf = (taskId: number) =>
  world.db
    .selectFrom('upgrade_device')
    .selectAll()
    .where('task_id', '=', taskId)
    .where('code', '=', 'north-mid')
    .executeTakeFirstOrThrow()
const ask = (firmware: string, battery: number) => {
  const said = { kind: 'ask', firmware, battery, gateway_id: here.gatewayOf('north'), device_code: 'north-mid' } as const
  return world.db
    .insertInto('upgrade_signal')
    .values({ at: new Date(), ...said })
    .execute()
}

test('an attempt that fails after the move is in its former owner’s story, and later reports are for the new owner', async () => {
  const id = await here.enabled({ waves: [100], retries: 0, failureShare: 100, successShare: 0 })
  await engine.round()
  const { id: unit, state } = await rowOf(id)
  expect(state).toBe('sent')
  await world.db.updateTable('upgrade_device').set({ published_at: new Date() }).where('id', '=', unit).execute()
  await moveTo('south')
  await ask('1.1.5', 33)
  await engine.round()
  expect(await rowOf(id)).toMatchObject({ state: 'sent', battery: null, heard_at: null, from_version: '1.1.0' })
  const { firmware } = await world.db
    .selectFrom('device')
    .select('firmware')
    .where('code', '=', 'north-mid')
    .executeTakeFirstOrThrow()
  expect(firmware).toBe('1.1.5')
  await world.db
    .updateTable('upgrade_device')
    .set({ due_at: new Date(0) })
    .where('id', '=', unit)
    .execute()
  const context = { config: world.systemCtx.config, silences, inGrace: false, sharers: 1 }
  await engineWrite(world.systemCtx, (write) => advanceTask(write, id, context))
  await ask('1.2.0', 34)
  await engine.round()
  const { list } = await pageDevices(here.north, { taskId: id, keyword: 'north-mid' })
  expect(list).toMatchObject([{ state: 'failed', failure: 'notAnswered', battery: null, heardAt: null, fromVersion: '1.1.0' }])
  expect(await auditsOf(world, 'upgrade_device', unit)).toEqual(['upgradeDevice.fail'])
  const storyOf = async (ctx: UpgradeWorld['north']) =>
    (await pageTraceLog(ctx, { keyword: 'north-mid', step: 'firmwareFailed' })).list
  expect(await storyOf(here.south)).toEqual([])
  expect(await storyOf(here.north)).toMatchObject([{ fromPlace: '1.1.0', toPlace: '1.2.0', failure: 'notAnswered' }])
  const { counters, devices } = await countersOf(world.db, id)
  expect(counters).toEqual(devices)
})

test('an alarm that is open at a former place holds no upgrade back, that of a device or of its gateway', async () => {
  const { db, companies } = world
  const [device, gateway] = [here.devices['south-mid'] ?? 0, here.gatewayOf('south')]
  const id = await here.enabled({ waves: [100] }, here.south)
  const unit = await db
    .selectFrom('upgrade_device')
    .select('id')
    .where('task_id', '=', id)
    .where('code', '=', 'south-mid')
    .executeTakeFirstOrThrow()
  const opens = async (): Promise<boolean | undefined> =>
    (await surroundingsOf(db, [unit.id], companies.south.path, new Date())).get(unit.id)?.openAlarm
  const type = await db.selectFrom('alarm_type').select('id').limit(1).executeTakeFirstOrThrow()
  const now = new Date()
  const { id: owner, path } = companies.north
  const raised = { company_id: owner, path, project_id: here.places.north.project, gateway_id: gateway, type_id: type.id }
  const signal = {
    level: 'fire',
    source_format: 'EW',
    source_code: 'smoke',
    source_active: false,
    first_at: now,
    last_at: now,
  } as const
  await db
    .insertInto('alarm')
    .values([
      { ...raised, ...signal, device_id: device },
      { ...raised, ...signal },
    ])
    .execute()
  const ofGateway = (isGateway: boolean) =>
    db
      .updateTable('upgrade_device')
      .set({ device_id: isGateway ? null : device, gateway_id: gateway })
      .where('id', '=', unit.id)
      .execute()
  const both = async () => {
    await ofGateway(false)
    const first = await opens()
    await ofGateway(true)
    return [first, await opens()]
  }
  expect(await both()).toEqual([false, false])
  await db.updateTable('alarm').set({ project_id: here.places.south.project }).where('gateway_id', '=', gateway).execute()
  expect(await both()).toEqual([true, true])
})
