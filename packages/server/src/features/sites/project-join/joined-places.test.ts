import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Ctx } from '../../../platform/context.ts'
import { createPartitions } from '../../../platform/database/partitions.ts'
import { testWorld, type TestWorld } from '../../../testing/context.ts'
import { addSite, type Site } from '../../alarms/alarm/alarm.fixture.ts'
import { bindGateways, unbindGateways } from '../../equipment/gateway/gateway-binding.verbs.ts'
import { deviceAvailability, pageOnline } from '../../equipment/device/device-online.reads.ts'
import { deviceValueHistory, deviceValues } from '../../equipment/device/device-values.reads.ts'
import { updateDevicesSeen } from '../../equipment/device/device.batch.ts'
import { availabilityOfGateway, outagesOfGateway } from '../../equipment/gateway/gateway-links.reads.ts'
import { messagesOfGateway } from '../../equipment/gateway/gateway-page.reads.ts'
import { moveDevices } from '../../equipment/device/move-devices.ts'
import { faultDetail } from '../../alarms/fault/fault-detail.reads.ts'
import { mqttLogExport, pageMqttLog } from '../../system/system-log/mqtt-log.reads.ts'
import { openDatabase } from '../../../platform/database/database.ts'
import { agreeJoin, applyToJoin } from './project-join.verbs.ts'

let world: TestWorld
let owner: Ctx
beforeAll(async () => {
  world = await testWorld()
  owner = await world.ctxOf(world.accounts.northAdmin)
})
afterAll(() => world.stop())

const joiner = (): Promise<Ctx> => world.ctxOf(world.accounts.southAgentAdmin)
const approved = async (): Promise<Site> => {
  const site = await addSite(world.db, world.companies.north)
  await world.db.updateTable('project').set({ audit: 'approved' }).where('id', '=', site.project).execute()
  return site
}

/** Data and events of a gateway and a device at a moment. */
const heard = async ({ gateway, device }: Pick<Site, 'gateway' | 'device'>, at: Date, value: number): Promise<void> => {
  await createPartitions(world.db, at)
  const { path } = world.companies.north
  await world.db
    .insertInto('report')
    .values({ received_at: at, gateway_id: gateway, device_id: device, format: 'EW', code: 'fault', position: 0 })
    .execute()
  const line = { client: 'gateway', topic: `t/${value}`, direction: 'up', result: 'taken' } as const
  await world.db
    .insertInto('mqtt_log')
    .values({ at, path, gateway_id: gateway, ...line })
    .execute()
  await world.db.insertInto('gateway_link').values({ gateway_id: gateway, online: false, at, cause: 'silent' }).execute()
  await world.db
    .insertInto('device_online')
    .values({ device_id: device, online: value === 2, at })
    .execute()
  const database = openDatabase({ ...world.connection, max: 1 })
  const client = await database.pool.connect()
  const name = value === 1 ? 'smoke' : 'heat'
  await updateDevicesSeen(client, [{ id: device, at, battery: null, signal: null, values: { level: value, [name]: value } }])
  client.release()
  await database.close()
}

const range = (ctx: Ctx) => ({
  startTime: new Date(ctx.clock.now().getTime() - 86_400_000).toISOString(),
  endTime: new Date(ctx.clock.now().getTime() + 86_400_000).toISOString(),
})
const firstPage = { pageNum: 1, pageSize: 50 }

/** Everything that a caller reads about a gateway and a device: lists, details, charts and exports. */
const sightOf = async (ctx: Ctx, { gateway, device }: Pick<Site, 'gateway' | 'device'>) => {
  const [values, chart, online, messages, log, exported, outages] = await Promise.all([
    deviceValues(ctx, { id: device }),
    deviceValueHistory(ctx, { id: device, name: 'level', ...range(ctx) }),
    pageOnline(ctx, { id: device, ...firstPage }),
    messagesOfGateway(ctx, { gatewayId: gateway, ...firstPage }),
    pageMqttLog(ctx, { client: 'gateway', ...firstPage }),
    mqttLogExport.page(ctx, { client: 'gateway', ...firstPage }),
    outagesOfGateway(ctx, { gatewayId: gateway, ...firstPage }),
  ])
  return {
    values: values.values.map(({ name }) => name),
    chart: chart.points.map(({ value }) => value),
    online: online.list.map((row) => row.online),
    messages: messages.list.map(({ topic }) => topic),
    log: log.list.map(({ topic }) => topic),
    exported: exported.list.length,
    outages: outages.list.length,
  }
}

test('a company that joined a device’s present project sees nothing of what it sent at its former one', async () => {
  const [from, to] = [await approved(), await approved()]
  // The device and the gateway that reports it both move to the other project.
  const moved = { gateway: from.gateway, device: from.device }
  await heard(moved, new Date(world.clock.now().getTime() - 3_600_000), 1)
  const { code } = await world.db.selectFrom('project').select('code').where('id', '=', to.project).executeTakeFirstOrThrow()
  await agreeJoin(owner, { id: (await applyToJoin(await joiner(), { code, note: '-' })).id, rights: [] })
  await moveDevices(owner, { ids: [moved.device], projectId: to.project })
  await unbindGateways(owner, { ids: [moved.gateway] })
  await bindGateways(owner, { ids: [moved.gateway], projectId: to.project })

  const none = { values: [], chart: [], online: [], messages: [], log: [], exported: 0, outages: 0 }
  expect(await sightOf(await joiner(), moved)).toEqual(none)
  expect(await deviceAvailability(await joiner(), { id: moved.device })).toEqual({ day: null, week: null, month: null })
  const before = await availabilityOfGateway(await joiner(), { gatewayId: moved.gateway })
  expect(before).toMatchObject({ since: null })
  expect(before.days.reduce((sum, { outages }) => sum + outages, 0)).toBe(0)

  world.clock.forward(1_200_000)
  await heard(moved, world.clock.now(), 2)
  expect(await sightOf(await joiner(), moved)).toEqual({
    values: ['heat', 'level'],
    chart: [2],
    online: [true],
    messages: ['t/2'],
    log: ['t/2'],
    exported: 1,
    outages: 1,
  })
  // The company that has them throughout sees both times.
  expect(await sightOf(owner, moved)).toMatchObject({
    chart: [1, 2],
    online: [true, false],
    messages: ['t/2', 't/1'],
    outages: 2,
  })

  // A fault at the new place lists the device's signals around it, none of them from the old place.
  const { id: typeId } = await world.db.selectFrom('fault_type').select('id').limit(1).executeTakeFirstOrThrow()
  const { id, path } = world.companies.north
  const fault = await world.db
    .insertInto('fault')
    .values({
      company_id: id,
      path,
      project_id: to.project,
      device_id: moved.device,
      gateway_id: moved.gateway,
      point: `d${moved.device}`,
      type_id: typeId,
      source_format: 'EW',
      source_code: 'fault',
      first_at: new Date(world.clock.now().getTime() - 1_800_000),
      last_at: world.clock.now(),
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  expect((await faultDetail(await joiner(), fault)).signals).toHaveLength(1)
  expect((await faultDetail(owner, fault)).signals).toHaveLength(2)
})
