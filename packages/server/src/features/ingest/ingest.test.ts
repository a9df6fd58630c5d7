import { setTimeout as delay } from 'node:timers/promises'
import { createFleet } from '@emberwatch/simulator'
import type { Fleet } from '@emberwatch/simulator'
import { connectAsync } from 'mqtt'
import type { MqttClient } from 'mqtt'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { testDatabase } from '../../testing/database.ts'
import type { TestDatabase } from '../../testing/database.ts'
import { openDatabase } from '../../platform/database/database.ts'
import type { Database } from '../../platform/database/database.ts'
import { createSite, seedInstallation, startIngest } from './ingest.fixture.ts'
import type { Site, SiteGateway, StartedIngest } from './ingest.fixture.ts'

let server: TestDatabase
let database: Database
let ingest: StartedIngest
let site: Site
let gateway: SiteGateway
let device: SiteGateway['devices'][number]
let fleet: Fleet
let client: MqttClient
let sequence = 0

beforeAll(async () => {
  server = await testDatabase()
  database = openDatabase(server.connection)
  await seedInstallation(database.kysely)
  ingest = await startIngest(server.connection)
})

afterAll(async () => {
  await ingest.stop()
  await database.close()
  await server.stop()
})

beforeEach(async () => {
  site = await createSite(database.kysely, 2, 2)
  const [first] = site.gateways
  const [firstDevice] = first?.devices ?? []
  if (first === undefined || firstDevice === undefined) throw new Error('no site')
  gateway = first
  device = firstDevice
  fleet = createFleet({ url: ingest.url, gateways: site.gateways, heartbeatSeconds: 0, reconnectMs: 50 })
  client = await connectAsync(ingest.url, { protocolVersion: 4, username: gateway.code, password: gateway.secret })
})

afterEach(async () => {
  await fleet.stop()
  await client.endAsync(true)
})

const send = (value: unknown, channel = 'report') =>
  client.publishAsync(`ew/v1/${gateway.code}/${channel}`, typeof value === 'string' ? value : JSON.stringify(value), { qos: 1 })
const sendCodes = (codes: string[], format = 'EW') =>
  send({ seq: ++sequence, reports: codes.map((code) => ({ device: device.code, format, code })) })

const db = () => database.kysely
const reports = () => db().selectFrom('report').selectAll().where('gateway_id', '=', gateway.id).orderBy('id').execute()
const alarms = () => db().selectFrom('alarm').selectAll().where('path', '=', site.path).orderBy('id').execute()
const faults = () => db().selectFrom('fault').selectAll().where('path', '=', site.path).orderBy('id').execute()
const events = () => db().selectFrom('live_event').selectAll().where('path', '=', site.path).orderBy('id').execute()
const audits = async () =>
  (await db().selectFrom('audit_log').select('action').where('path', '=', site.path).orderBy('id').execute()).map(
    ({ action }) => action,
  )
const log = () => db().selectFrom('mqtt_log').selectAll().where('client', '=', gateway.code).orderBy('id').execute()
const gatewayRow = () => db().selectFrom('gateway').selectAll().where('id', '=', gateway.id).executeTakeFirstOrThrow()
const deviceRow = () => db().selectFrom('device').selectAll().where('id', '=', device.id).executeTakeFirstOrThrow()

describe('reports', () => {
  test('are stored when they are acknowledged, with what they mean', async () => {
    const time = '2026-11-20T08:00:00.000Z'
    await send({
      seq: 41,
      reports: [{ device: device.code, code: 'telemetry', format: 'EW', time, values: { battery: 87, note: 'a\tb\\c\n"烟"' } }],
    })
    expect(await reports()).toMatchObject([
      {
        device_id: device.id,
        device_code: device.code,
        sequence: 41,
        position: 0,
        format: 'EW',
        code: 'telemetry',
        type: 'telemetry',
        device_time: time,
        values: { battery: 87, note: 'a\tb\\c\n"烟"' },
      },
    ])
  })

  test('unknown codes and unknown devices are stored and listed as such; the gateway may speak of itself', async () => {
    await send({
      seq: ++sequence,
      reports: [
        { device: device.code, code: 'gibberish', format: 'XYZ' },
        { device: 'nobody-bound-me', code: 'telemetry', format: 'EW' },
        { code: 'telemetry', format: 'EW' },
      ],
    })
    expect(await reports()).toMatchObject([
      { device_id: device.id, code: 'gibberish', type: null },
      { device_id: null, device_code: 'nobody-bound-me', type: 'telemetry' },
      { device_id: null, device_code: null, type: 'telemetry' },
    ])
  })

  test('a message sent again is acknowledged and stored once, also late and out of order', async () => {
    for (const seq of [10, 11, 13, 12, 11, 10, 13, 5, 5])
      await send({ seq, reports: [{ device: device.code, code: 'telemetry', format: 'EW' }] })
    expect((await reports()).map((row) => row.sequence)).toEqual([10, 11, 13, 12, 5])
  })

  test('two gateways may use the same numbers', async () => {
    await fleet.start()
    await Promise.all(
      site.gateways.map(({ code, devices }) =>
        fleet.send(code, [{ device: devices[0]?.code ?? '', code: 'telemetry', format: 'EW' }]),
      ),
    )
    const rows = await db()
      .selectFrom('report')
      .select('gateway_id')
      .where(
        'gateway_id',
        'in',
        site.gateways.map(({ id }) => id),
      )
      .execute()
    expect(rows).toHaveLength(2)
  })

  test('many at once, with duplicates and disorder, are each stored once', async () => {
    const wild = createFleet({
      url: ingest.url,
      gateways: site.gateways,
      heartbeatSeconds: 0,
      disorder: { duplicates: 0.3, outOfOrder: 0.2 },
    })
    await wild.start()
    await Promise.all(
      Array.from({ length: 600 }, (_, index) => wild.report(site.gateways[index % 2]?.devices[0]?.code ?? '', 'telemetry')),
    )
    await wild.stop()
    const rows = await db()
      .selectFrom('report')
      .select(['gateway_id', 'sequence'])
      .where(
        'gateway_id',
        'in',
        site.gateways.map(({ id }) => id),
      )
      .execute()
    expect(rows).toHaveLength(600)
  })
})

describe('alarms', () => {
  test('a fire report raises an alarm with its journey, event and audit row', async () => {
    const time = new Date(Date.now() - 1500).toISOString()
    await send({
      seq: ++sequence,
      reports: [{ device: device.code, code: '1111', format: 'CID', time, values: { obscuration: 500 } }],
    })
    const [alarm] = await alarms()
    expect(alarm).toMatchObject({
      project_id: site.projectId,
      device_id: device.id,
      gateway_id: gateway.id,
      level: 'fire',
      state: 'unconfirmed',
      source_active: true,
      source_format: 'CID',
      source_code: '1111',
      repeat_count: 0,
      device_time: time,
    })
    const due = Date.parse(alarm?.acknowledge_due_at ?? '') - Date.parse(alarm?.first_at ?? '')
    expect(due).toBe(90_000)
    const [report] = await reports()
    expect(alarm?.report_id).toBe(report?.id)
    const journey = await db()
      .selectFrom('alarm_journey')
      .select(['step', 'at'])
      .where('alarm_id', '=', alarm?.id ?? 0)
      .orderBy('at')
      .execute()
    expect(journey.map(({ step }) => step)).toEqual(['deviceTime', 'received', 'stored'])
    expect(journey[0]?.at).toBe(time)
    expect(await events()).toContainEqual(
      expect.objectContaining({
        kind: 'alarm',
        change: 'raised',
        object_id: String(alarm?.id),
        device_id: device.id,
        data: expect.objectContaining({ level: 'fire', deviceCode: device.code, roomNumber: device.room, sourceActive: true }),
      }),
    )
    expect(await audits()).toContain('alarm.raise')
  })

  test('repeats fold into the open alarm, other types and points do not', async () => {
    await sendCodes(['1111'], 'CID')
    await sendCodes(['1111', '6111', '1114'], 'CID')
    await send({
      seq: ++sequence,
      reports: [
        { device: gateway.devices[1]?.code, code: '1111', format: 'CID' },
        { code: '1111', format: 'CID' },
      ],
    })
    expect((await alarms()).map(({ device_id, source_code, repeat_count }) => [device_id, source_code, repeat_count])).toEqual([
      [device.id, '1111', 2],
      [device.id, '1114', 0],
      [gateway.devices[1]?.id, '1111', 0],
      [null, '1111', 0],
    ])
  })

  test('a restore ends the source condition and does not close; firing again makes it active again', async () => {
    await sendCodes(['1111'], 'CID')
    await sendCodes(['3111'], 'CID')
    expect(await alarms()).toMatchObject([{ state: 'unconfirmed', source_active: false, restored_at: expect.any(String) }])
    await sendCodes(['1111'], 'CID')
    expect(await alarms()).toMatchObject([{ source_active: true, repeat_count: 1 }])
    expect((await events()).filter(({ kind }) => kind === 'alarm').map(({ change }) => change)).toEqual([
      'raised',
      'restored',
      'repeated',
    ])
    expect((await audits()).filter((action) => action.startsWith('alarm'))).toEqual(['alarm.raise', 'alarm.restore'])
  })

  test('the order within one message counts', async () => {
    await sendCodes(['smoke', 'restore:smoke', 'smoke', 'restore:smoke'])
    expect(await alarms()).toMatchObject([{ source_active: false, repeat_count: 1 }])
    await sendCodes(['restore:smoke', 'smoke'])
    expect(await alarms()).toMatchObject([{ source_active: true, repeat_count: 2 }])
  })

  test('after it was closed the next report raises a new one', async () => {
    await sendCodes(['1111'], 'CID')
    const [first] = await alarms()
    // as the verb deal does it
    await db()
      .updateTable('alarm')
      .set({ state: 'cleared' })
      .where('id', '=', first?.id ?? 0)
      .execute()
    await db()
      .deleteFrom('alarm_open')
      .where('alarm_id', '=', first?.id ?? 0)
      .execute()
    await sendCodes(['1111'], 'CID')
    expect((await alarms()).map(({ state }) => state)).toEqual(['cleared', 'unconfirmed'])
  })

  test('an unknown device can be on fire too', async () => {
    await send({ seq: ++sequence, reports: [{ device: 'nobody-bound-me', code: '1110', format: 'CID' }] })
    expect(await alarms()).toMatchObject([{ device_id: null, gateway_id: gateway.id, project_id: site.projectId }])
  })

  test('a clock far off is kept and not believed', async () => {
    for (const time of ['1970-01-01T00:00:00.000Z', '+275760-01-01T00:00:00.000Z', 'rtc?']) {
      await send({ seq: ++sequence, reports: [{ device: device.code, code: '1111', format: 'CID', time }] })
    }
    const [alarm] = await alarms()
    expect(alarm?.repeat_count).toBe(2)
    expect(alarm?.device_time).toBe('1970-01-01T00:00:00.000Z')
    const journey = await db()
      .selectFrom('alarm_journey')
      .selectAll()
      .where('alarm_id', '=', alarm?.id ?? 0)
      .where('step', '=', 'deviceTime')
      .execute()
    expect(journey).toMatchObject([{ at: alarm?.first_at, detail: { deviceTime: '1970-01-01T00:00:00.000Z' } }])
  })
})

describe('faults and low power', () => {
  test('a fault is raised, folded and solved by its restore', async () => {
    await sendCodes(['1301'], 'CID')
    await sendCodes(['1301'], 'CID')
    expect(await faults()).toMatchObject([{ state: 'pending', repeat_count: 1, device_id: device.id, source_code: '1301' }])
    await sendCodes(['3301'], 'CID')
    expect(await faults()).toMatchObject([{ state: 'solved', solved_way: 'restored', restored_at: expect.any(String) }])
    await sendCodes(['1301', '3301', '1301'], 'CID')
    expect((await faults()).map(({ state }) => state)).toEqual(['solved', 'solved', 'pending'])
    expect((await audits()).filter((action) => action.startsWith('fault'))).toEqual([
      'fault.raise',
      'fault.restore',
      'fault.raise',
      'fault.restore',
      'fault.raise',
    ])
  })

  test('a low battery marks the device until it is restored', async () => {
    await sendCodes(['1302'], 'CID')
    expect(await deviceRow()).toMatchObject({ low_power: true })
    expect(await faults()).toMatchObject([{ state: 'pending' }])
    await sendCodes(['restore:low_battery'])
    expect(await deviceRow()).toMatchObject({ low_power: false })
    expect(await faults()).toMatchObject([{ state: 'solved' }])
  })
})

describe('malformed input', () => {
  test.each([
    ['no JSON', 'hello', 'report', 'notJson'],
    ['over 64 KiB', JSON.stringify({ seq: 1, reports: [], pad: 'x'.repeat(70_000) }), 'report', 'tooLarge'],
    ['wrong types', { seq: 'one', reports: [] }, 'report', 'wrongType'],
    ['a channel that does not exist', {}, 'gossip', 'unknownTopic'],
    ['a wrong heartbeat', { seq: 1, port: 'x' }, 'heartbeat', 'wrongType'],
    ['a wrong reply', { id: 1 }, 'command/reply', 'wrongType'],
  ])('%s is logged with its reason, counted and acknowledged', async (_name, payload, channel, reason) => {
    await send(payload, channel)
    expect(await log()).toMatchObject([{ result: 'malformed', reason, gateway_id: gateway.id, path: site.path, direction: 'up' }])
    expect((await log())[0]?.payload?.length).toBeLessThanOrEqual(2048)
    expect(await gatewayRow()).toMatchObject({ malformed_count: 1 })
    expect(await reports()).toEqual([])
  })

  test('a device of another gateway is refused, the rest of the message is not', async () => {
    const foreign = site.gateways[1]?.devices[0]?.code
    await send({
      seq: ++sequence,
      reports: [
        { device: foreign, code: '1110', format: 'CID' },
        { device: device.code, code: 'telemetry', format: 'EW' },
      ],
    })
    expect(await log()).toMatchObject([{ reason: 'foreignDevice' }])
    expect(await reports()).toMatchObject([{ device_id: device.id }])
    expect(await alarms()).toEqual([])
    expect(await gatewayRow()).toMatchObject({ malformed_count: 1 })
  })

  test('a foreign topic is logged and acknowledged', async () => {
    await client.publishAsync(
      `ew/v1/${site.gateways[1]?.code}/report`,
      JSON.stringify({ seq: 1, reports: [{ code: '1110', format: 'CID' }] }),
      { qos: 1 },
    )
    expect(await log()).toMatchObject([{ reason: 'unknownTopic', topic: `ew/v1/${site.gateways[1]?.code}/report` }])
    expect(await alarms()).toEqual([])
  })

  test('a flood is counted in full and logged in part', async () => {
    await Promise.all(Array.from({ length: 200 }, () => send('broken')))
    expect(await gatewayRow()).toMatchObject({ malformed_count: 200 })
    expect(await log()).toHaveLength(60)
  })

  test('replies and progress are kept in the log', async () => {
    await send({ id: 'c1', result: 'ok' }, 'command/reply')
    await send({ task: 't1', state: 'downloading', percent: 5 }, 'upgrade/progress')
    expect(await log()).toMatchObject([{ result: 'taken', reason: null }, { result: 'taken' }])
  })
})

describe('gateways', () => {
  test('the first sign-in activates, and only once', async () => {
    expect((await gatewayRow()).activated_at).not.toBeNull()
    const before = (await gatewayRow()).activated_at
    await fleet.start()
    expect((await gatewayRow()).activated_at).toBe(before)
    expect((await audits()).filter((action) => action === 'gateway.activate')).toHaveLength(2)
  })

  test('a heartbeat is stored, and an older one does not overwrite it', async () => {
    await send({ seq: ++sequence, ip: '10.0.0.7', port: 5000, signal: -71.4, firmware: '1.2.003' }, 'heartbeat')
    expect(await gatewayRow()).toMatchObject({ ip: '10.0.0.7', port: 5000, signal: -71, firmware: '1.2.003' })
  })

  test('messages bring gateway and device online and refresh what they measured', async () => {
    await send({
      seq: ++sequence,
      reports: [{ device: device.code, code: 'telemetry', format: 'EW', values: { battery: 87, temperature: 21 } }],
    })
    await send({
      seq: ++sequence,
      reports: [{ device: device.code, code: 'telemetry', format: 'EW', values: { temperature: 22 } }],
    })
    await vi.waitFor(
      async () =>
        expect(await deviceRow()).toMatchObject({ online: true, battery: 87, last_values: { battery: 87, temperature: 22 } }),
      5000,
    )
    expect(await gatewayRow()).toMatchObject({ online: true, last_seen_at: expect.any(String) })
    expect((await events()).map(({ kind, change }) => `${kind} ${change}`)).toEqual(
      expect.arrayContaining(['gateway online', 'device online']),
    )
  })

  test('a Will takes the gateway offline with a fault, the next message brings it back and solves it', async () => {
    await sendCodes(['telemetry'])
    await vi.waitFor(async () => expect(await gatewayRow()).toMatchObject({ online: true }), 5000)
    await send({ seq: ++sequence, reports: [{ code: 'offline', format: 'EW' }] })
    await vi.waitFor(async () => expect(await gatewayRow()).toMatchObject({ online: false }), 5000)
    expect(await faults()).toMatchObject([{ state: 'pending', gateway_id: gateway.id, device_id: null }])
    await sendCodes(['telemetry'])
    await vi.waitFor(async () => expect(await gatewayRow()).toMatchObject({ online: true }), 5000)
    expect(await faults()).toMatchObject([{ state: 'solved' }])
  })

  test('a disabled gateway is disconnected as soon as the change is announced, and not let in again', async () => {
    const gone = new Promise<void>((resolve) => client.once('close', () => resolve()))
    await sendCodes(['telemetry'])
    await db()
      .transaction()
      .execute(async (tx) => {
        await tx.updateTable('gateway').set({ enabled: false }).where('id', '=', gateway.id).execute()
        const { directoryChanged } = await import('./directory-changes.ts')
        await directoryChanged(tx, [gateway.code])
      })
    await gone
    await expect(
      connectAsync(ingest.url, { protocolVersion: 4, username: gateway.code, password: gateway.secret, reconnectPeriod: 0 }),
    ).rejects.toThrow()
  })

  test('a device bound while its gateway is connected is known with the next announcement', async () => {
    await send({ seq: ++sequence, reports: [{ device: 'LATE', code: 'telemetry', format: 'EW' }] })
    const { id } = await db()
      .insertInto('device')
      .values({
        company_id: site.companyId,
        path: site.path,
        project_id: site.projectId,
        gateway_id: gateway.id,
        model_id: site.modelId,
        code: 'LATE',
        name: 'LATE',
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    const { directoryChanged } = await import('./directory-changes.ts')
    await directoryChanged(db(), [gateway.code])
    await delay(100)
    await send({ seq: ++sequence, reports: [{ device: 'LATE', code: 'telemetry', format: 'EW' }] })
    expect((await reports()).map((row) => row.device_id)).toEqual([null, id])
    await db().deleteFrom('device').where('id', '=', id).execute()
  })
})
