import { randomBytes } from 'node:crypto'
import { connectAsync } from 'mqtt'
import type { MqttClient } from 'mqtt'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { Mosquitto, mosquittoProgram } from '../../../platform/broker/testing/mosquitto.ts'
import { openDatabase } from '../../../platform/database/database.ts'
import type { Database } from '../../../platform/database/database.ts'
import { testDatabase } from '../../../testing/database.ts'
import type { TestDatabase } from '../../../testing/database.ts'
import { createSite, seedInstallation, startIngest } from './ingest.fixture.ts'
import type { Site, StartedIngest } from './ingest.fixture.ts'

describe.skipIf(mosquittoProgram === undefined)('ingest behind an external broker (mosquitto)', () => {
  let server: TestDatabase
  let database: Database
  let mosquitto: Mosquitto
  let site: Site
  let ingests: StartedIngest[] = []
  let client: MqttClient

  beforeAll(async () => {
    server = await testDatabase()
    database = openDatabase(server.connection)
    await seedInstallation(database.kysely)
    site = await createSite(database.kysely, 2, 2)
    mosquitto = new Mosquitto()
    await mosquitto.start()
    // Two processes in one consumer group.
    ingests = [
      await startIngest(server.connection, { MQTT_URL: mosquitto.url, PORT: '40001' }),
      await startIngest(server.connection, { MQTT_URL: mosquitto.url, PORT: '40002' }),
    ]
    // Before the first subscription, a broker keeps nothing for us.
    await vi.waitFor(() => {
      if (!ingests.some(({ ingest }) => ingest.status().ready)) throw new Error('no process receives yet')
    }, 20_000)
    client = await connectAsync(mosquitto.url)
  })

  afterAll(async () => {
    await client.endAsync(true)
    for (const ingest of ingests) await ingest.stop()
    await mosquitto.remove()
    await database.close()
    await server.stop()
  })

  const send = (gateway: number, value: unknown) =>
    client.publishAsync(`ew/v1/${site.gateways[gateway]?.code}/report`, JSON.stringify(value), { qos: 1 })
  const reports = () => database.kysely.selectFrom('report').select(['gateway_id', 'sequence', 'device_id']).execute()

  test('messages of many gateways, some sent twice, reach either process and are stored once', async () => {
    const device = site.gateways[0]?.devices[0]?.code
    const messages = Array.from({ length: 400 }, (_, index) => ({
      seq: index,
      reports: [{ device, code: 'telemetry', format: 'EW' }],
    }))
    await Promise.all([...messages, ...messages.slice(0, 100)].map((message) => send(0, message)))
    await vi.waitFor(async () => expect(await reports()).toHaveLength(400), 30_000)
    await vi.waitFor(() => expect(ingests.map(({ ingest }) => ingest.status().inFlight)).toEqual([0, 0]), 20_000)
    expect(await reports()).toHaveLength(400)
  })

  test('alarms are raised once, a relayed detector is recognised, and the fire of an unknown gateway is shown', async () => {
    const device = site.gateways[1]?.devices[0]
    const alarm = { boot: 'one', seq: 1000, reports: [{ device: device?.code, code: '1110', format: 'CID' }] }
    await Promise.all([send(1, alarm), send(1, alarm), send(0, alarm)])
    const unknown = JSON.stringify({ seq: 1, reports: [{ device: 'SD9', code: '1110', format: 'CID' }] })
    await client.publishAsync('ew/v1/NOBODY/report', unknown, { qos: 1 })
    const alarms = () => database.kysely.selectFrom('alarm').selectAll().orderBy('device_id').execute()
    await vi.waitFor(
      async () =>
        expect(await alarms()).toMatchObject([
          { device_id: device?.id, repeat_count: 1 },
          { device_id: null, gateway_id: null, device_code: 'NOBODY/SD9', repeat_count: 0 },
        ]),
      10_000,
    )
    const listed = await database.kysely.selectFrom('unknown_report').selectAll().where('gateway_id', 'is', null).execute()
    expect(listed.map(({ kind, key }) => `${kind} ${key}`).sort()).toEqual(['unknownDevice NOBODY/SD9', 'unknownGateway NOBODY'])
  })

  test('the fire of a gateway whose name is empty is shown', async () => {
    const report = JSON.stringify({ reports: [{ device: 'NAMELESS-1', code: '1110', format: 'CID' }] })
    await client.publishAsync('ew/v1//report', report, { qos: 1 })
    const alarms = database.kysely.selectFrom('alarm').select('level').where('device_code', 'like', '%NAMELESS-1')
    await vi.waitFor(async () => expect(await alarms.execute()).toEqual([{ level: 'fire' }]), 30_000)
    expect(ingests.map(({ ingest }) => ingest.status().salvaged)).toEqual([0, 0])
  })

  test('a name too long for any table is truncated, and its fire is shown', async () => {
    const report = JSON.stringify({ reports: [{ code: '1110', format: 'CID' }] })
    // Random, so that the index cannot compress it.
    const name = randomBytes(20_000).toString('hex')
    await client.publishAsync(`ew/v1/${name}/report`, report, { qos: 1 })
    const alarms = database.kysely.selectFrom('alarm').select('device_code').where('device_code', '=', name.slice(0, 64))
    await vi.waitFor(async () => expect(await alarms.execute()).toHaveLength(1), 30_000)
    expect(ingests.map(({ ingest }) => ingest.status().salvaged)).toEqual([0, 0])
  })
})
