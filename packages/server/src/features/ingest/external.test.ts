import { connectAsync } from 'mqtt'
import type { MqttClient } from 'mqtt'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { Mosquitto, mosquittoProgram } from '../../platform/broker/testing/mosquitto.ts'
import { openDatabase } from '../../platform/database/database.ts'
import type { Database } from '../../platform/database/database.ts'
import { testDatabase } from '../../testing/database.ts'
import type { TestDatabase } from '../../testing/database.ts'
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

  test('messages of many, some sent twice, reach either process and are stored once', async () => {
    const device = site.gateways[0]?.devices[0]?.code
    const messages = Array.from({ length: 400 }, (_, index) => ({
      seq: index,
      reports: [{ device, code: 'telemetry', format: 'EW' }],
    }))
    await Promise.all([...messages, ...messages.slice(0, 100)].map((message) => send(0, message)))
    await vi.waitFor(async () => expect(await reports()).toHaveLength(400), 10_000)
    await vi.waitFor(() => expect(ingests.map(({ ingest }) => ingest.status().inFlight)).toEqual([0, 0]))
    expect(await reports()).toHaveLength(400)
  })

  test('alarms are raised once, a device of another gateway and an unknown gateway are logged', async () => {
    const alarm = { seq: 1000, reports: [{ device: site.gateways[1]?.devices[0]?.code, code: '1110', format: 'CID' }] }
    await Promise.all([send(1, alarm), send(1, alarm), send(0, alarm)])
    await client.publishAsync('ew/v1/NOBODY/report', '{}', { qos: 1 })
    const log = () => database.kysely.selectFrom('mqtt_log').select(['client', 'reason']).orderBy('client').execute()
    await vi.waitFor(async () =>
      expect(new Set((await log()).map(({ client: name, reason }) => `${name} ${reason}`))).toEqual(
        new Set([`${site.gateways[0]?.code} foreignDevice`, 'NOBODY unknownTopic']),
      ),
    )
    await vi.waitFor(async () =>
      expect(await database.kysely.selectFrom('alarm').select('repeat_count').execute()).toEqual([{ repeat_count: 0 }]),
    )
  })
})
