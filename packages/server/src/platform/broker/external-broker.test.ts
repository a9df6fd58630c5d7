import { setTimeout as delay } from 'node:timers/promises'
import { connectAsync } from 'mqtt'
import type { MqttClient } from 'mqtt'
import pg from 'pg'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { testDatabase } from '../../testing/database.ts'
import type { TestDatabase } from '../../testing/database.ts'
import { StartupError } from '../startup-error.ts'
import type { BrokerMessage, MessageDone } from './broker.ts'
import { ExternalBroker } from './external-broker.ts'
import { Mosquitto, mosquittoProgram } from './testing/mosquitto.ts'

const timeoutMs = 15_000
const log = { info: () => {}, warn: () => {} }

let server: TestDatabase
beforeAll(async () => {
  server = await testDatabase()
})
afterAll(() => server.stop())

describe.skipIf(mosquittoProgram === undefined)('external broker (mosquitto)', () => {
  let mosquitto: Mosquitto
  let taken: { message: BrokerMessage; done: MessageDone }[] = []
  let brokers: ExternalBroker[] = []
  let gateway: MqttClient

  /** A process of the installation. `receives` waits until it is the receiver. */
  const startBroker = async (options: { receives?: boolean; inFlightMessages?: number } = {}): Promise<ExternalBroker> => {
    const { receives = true, inFlightMessages = 1000 } = options
    const { connection } = server
    const broker = new ExternalBroker({ url: mosquitto.url, clientId: 'test', connection, log, limits: { inFlightMessages } })
    broker.onMessage((message, done) => taken.push({ message, done }))
    await broker.start()
    brokers.push(broker)
    await vi.waitFor(() => expect(broker.status()[receives ? 'ready' : 'standby']).toBe(true), timeoutMs)
    return broker
  }

  const report = (text: string) => gateway.publishAsync('ew/v1/GW1/report', text, { qos: 1 })
  const texts = () => taken.map(({ message }) => Buffer.from(message.payload).toString())

  beforeEach(async () => {
    taken = []
    brokers = []
    mosquitto = new Mosquitto()
    await mosquitto.start()
    gateway = await connectAsync(mosquitto.url, { protocolVersion: 4, reconnectPeriod: 100 })
  })

  afterEach(async () => {
    for (const broker of brokers) await broker.stop()
    await gateway.endAsync(true)
    await mosquitto.remove()
  })

  test('a message arrives with its gateway and channel, also on channels of two levels; our own commands do not come back', async () => {
    const broker = await startBroker()
    await gateway.subscribeAsync('ew/v1/GW1/command', { qos: 1 })
    const received: string[] = []
    gateway.on('message', (_topic, payload) => received.push(payload.toString()))
    await report('a')
    await gateway.publishAsync('ew/v1/GW1/command/reply', 'b', { qos: 1 })
    await broker.publish('ew/v1/GW1/command', 'do')
    await vi.waitFor(() => expect(received).toEqual(['do']))
    await vi.waitFor(() => expect(taken).toHaveLength(2))
    expect(taken[0]?.message).toMatchObject({ gateway: 'GW1', channel: 'report' })
    expect(taken[1]?.message).toMatchObject({ gateway: 'GW1', channel: 'command/reply' })
  })

  test('a delivery is confirmed by the broker, which says whether there is a subscriber', async () => {
    const broker = await startBroker()
    const soon = () => new Date(Date.now() + 60_000)
    expect(broker.reaches()).toBe(true)
    expect(await broker.deliver('ew/v1/GW1/command', 'lost', soon())).toBe('none')
    await gateway.subscribeAsync('ew/v1/GW1/command', { qos: 1 })
    const received: string[] = []
    gateway.on('message', (_topic, payload) => received.push(payload.toString()))
    const receipts = await Promise.all(['one', 'two'].map((text) => broker.deliver('ew/v1/GW1/command', text, soon())))
    expect(receipts).toEqual(['broker', 'broker'])
    await vi.waitFor(() => expect(received.sort()).toEqual(['one', 'two']))
    expect(await broker.deliver('ew/v1/GW2/command', 'other', soon())).toBe('none')
  })

  test('many messages are in flight at once, up to the receive maximum', async () => {
    const broker = await startBroker({ inFlightMessages: 50 })
    await Promise.all(Array.from({ length: 200 }, (_, index) => report(`${index}`)))
    await vi.waitFor(() => expect(taken).toHaveLength(50))
    await delay(100)
    expect(taken).toHaveLength(50)
    expect(broker.status()).toEqual({ ready: true, standby: false, connections: undefined, inFlight: 50 })
    for (let index = 0; index < 200; index++) {
      await vi.waitFor(() => expect(taken.length).toBeGreaterThan(index))
      taken[index]?.done()
    }
    expect(broker.status().inFlight).toBe(0)
    expect(new Set(texts()).size).toBe(200)
  })

  test('after our restart, unacknowledged messages come again and acknowledged ones do not', async () => {
    const first = await startBroker()
    await report('done')
    await report('not done')
    await vi.waitFor(() => expect(taken).toHaveLength(2))
    taken[0]?.done()
    await delay(50)
    await first.stop()
    await report('while away')
    taken = []
    await startBroker()
    await vi.waitFor(() => expect(taken.length).toBeGreaterThanOrEqual(2))
    await delay(50)
    expect(texts()).toEqual(['not done', 'while away'])
  })

  test('a retained message that was taken does not come back with each connection', async () => {
    const first = await startBroker()
    await gateway.publishAsync('ew/v1/GW1/report', 'retained', { qos: 1, retain: true })
    await vi.waitFor(() => expect(texts()).toEqual(['retained']))
    taken[0]?.done()
    await report('sent')
    await vi.waitFor(() => expect(taken).toHaveLength(2))
    taken[1]?.done()
    await delay(50)
    await first.stop()
    taken = []
    await startBroker()
    await report('after')
    await vi.waitFor(() => expect(texts()).toContain('after'))
    expect(texts()).toEqual(['after'])
  })

  test('of several processes one receives, in order, and the others report standby', async () => {
    const first = await startBroker()
    const second = await startBroker({ receives: false })
    const sent = Array.from({ length: 300 }, (_, index) => `${index}`)
    for (const text of sent) void report(text)
    await vi.waitFor(() => expect(taken).toHaveLength(300), timeoutMs)
    expect(texts()).toEqual(sent)
    expect([first.status(), second.status()]).toMatchObject([
      { ready: true, standby: false, inFlight: 300 },
      { ready: false, standby: true, inFlight: 0 },
    ])
    await second.publish('ew/v1/GW1/command', 'from either process')
  })

  test('when the receiving process stops, another takes over unacknowledged and new messages, in order', async () => {
    const first = await startBroker()
    const second = await startBroker({ receives: false })
    for (const text of ['done', 'open', 'open, too']) await report(text)
    await vi.waitFor(() => expect(taken).toHaveLength(3))
    taken[0]?.done()
    await delay(50)
    taken = []
    await first.stop()
    await report('meanwhile')
    await vi.waitFor(() => expect(taken).toHaveLength(3), timeoutMs)
    expect(texts()).toEqual(['open', 'open, too', 'meanwhile'])
    // Waiting messages arrive while it is still subscribing.
    await vi.waitFor(() => expect(second.status()).toMatchObject({ ready: true, standby: false }), timeoutMs)
  })

  test('a process that lost the leadership stops receiving, even if it does not know yet', async () => {
    const first = await startBroker()
    const second = await startBroker({ receives: false })
    await report('not acknowledged')
    await vi.waitFor(() => expect(taken).toHaveLength(1))
    const client = new pg.Client(server.connection)
    await client.connect()
    const ended = await client.query(
      "select pg_terminate_backend(pid) from pg_locks where locktype = 'advisory' and granted and database = (select oid from pg_database where datname = current_database())",
    )
    await client.end()
    expect(ended.rowCount).toBe(1)
    await vi.waitFor(() => expect([first, second].filter((each) => each.status().ready)).toHaveLength(1), timeoutMs)
    await vi.waitFor(() => expect(texts()).toEqual(['not acknowledged', 'not acknowledged']), timeoutMs)
    taken[0]?.done() // belongs to the old connection: must not acknowledge anything
    taken[1]?.done()
    await report('after')
    await vi.waitFor(() => expect(texts()).toEqual(['not acknowledged', 'not acknowledged', 'after']), timeoutMs)
    // The two do not keep taking the connection from each other.
    await delay(2500)
    expect([first, second].filter((each) => each.status().ready)).toHaveLength(1)
    expect(taken).toHaveLength(3)
  })

  test('after the broker was away we reconnect, and late acknowledgements of the old connection are not sent', async () => {
    const broker = await startBroker()
    await report('before')
    await vi.waitFor(() => expect(taken).toHaveLength(1))
    await mosquitto.stop()
    await vi.waitFor(() => expect(broker.status()).toMatchObject({ ready: false, standby: false }))
    await expect(broker.publish('ew/v1/GW1/command', 'x')).rejects.toThrow()
    taken[0]?.done()
    await mosquitto.start()
    await vi.waitFor(() => expect(broker.status().ready).toBe(true), timeoutMs)
    await vi.waitFor(() => expect(texts()).toEqual(['before', 'before']), timeoutMs)
    taken[1]?.done()
    await report('after')
    await vi.waitFor(() => expect(texts()).toEqual(['before', 'before', 'after']))
  })

  test('a returned message is delivered again', async () => {
    await startBroker()
    await report('again')
    await vi.waitFor(() => expect(taken).toHaveLength(1))
    taken[0]?.done(new Error('no room'))
    await vi.waitFor(() => expect(texts()).toEqual(['again', 'again']), timeoutMs)
  })
})

test('an unreachable broker fails the start with a reason', async () => {
  const broker = new ExternalBroker({ url: 'mqtt://user:hidden@127.0.0.1:1', clientId: 'x', connection: server.connection, log })
  const error: unknown = await broker.start().catch((reason: unknown) => reason)
  expect(error).toBeInstanceOf(StartupError)
  expect(String(error)).toMatch(/ECONNREFUSED.*MQTT_URL/)
  expect(String(error)).not.toContain('hidden')
})
