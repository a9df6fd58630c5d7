import { setTimeout as delay } from 'node:timers/promises'
import { connectAsync } from 'mqtt'
import type { MqttClient } from 'mqtt'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { StartupError } from '../startup-error.ts'
import type { BrokerMessage, MessageDone } from './broker.ts'
import { ExternalBroker } from './external-broker.ts'
import { Mosquitto, mosquittoProgram } from './testing/mosquitto.ts'

const log = { info: () => {}, warn: () => {} }

describe.skipIf(mosquittoProgram === undefined)('external broker (mosquitto)', () => {
  let mosquitto: Mosquitto
  let taken: { message: BrokerMessage; done: MessageDone }[] = []
  let brokers: ExternalBroker[] = []
  let gateway: MqttClient

  async function startBroker(clientId: string, inFlightMessages = 1000): Promise<ExternalBroker> {
    const broker = new ExternalBroker({ url: mosquitto.url, clientId, log, limits: { inFlightMessages } })
    broker.onMessage((message, done) => taken.push({ message, done }))
    await broker.start()
    brokers.push(broker)
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
    const broker = await startBroker('one')
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

  test('many are in flight at once, up to the receive maximum and no more', async () => {
    const broker = await startBroker('one', 50)
    await Promise.all(Array.from({ length: 200 }, (_, index) => report(`${index}`)))
    await vi.waitFor(() => expect(taken).toHaveLength(50))
    await delay(100)
    expect(taken).toHaveLength(50)
    expect(broker.status()).toEqual({ ready: true, connections: undefined, inFlight: 50 })
    for (let index = 0; index < 200; index++) {
      await vi.waitFor(() => expect(taken.length).toBeGreaterThan(index))
      taken[index]?.done()
    }
    expect(broker.status().inFlight).toBe(0)
    expect(new Set(texts()).size).toBe(200)
  })

  test('what we did not acknowledge comes again after our restart, what we did does not', async () => {
    const first = await startBroker('one')
    await report('done')
    await report('not done')
    await vi.waitFor(() => expect(taken).toHaveLength(2))
    taken[0]?.done()
    await delay(50)
    await first.stop()
    await report('while away')
    taken = []
    await startBroker('one')
    await vi.waitFor(() => expect(taken.length).toBeGreaterThanOrEqual(2))
    await delay(50)
    expect(texts()).toEqual(['not done', 'while away'])
  })

  test('two processes share the load', async () => {
    await startBroker('one')
    await startBroker('two')
    await Promise.all(Array.from({ length: 100 }, (_, index) => report(`${index}`)))
    await vi.waitFor(() => expect(taken).toHaveLength(100))
    await delay(50)
    expect(new Set(texts()).size).toBe(100)
  })

  test('the broker goes away and comes back: it is joined again, and late acknowledgements of the old connection are not sent', async () => {
    const broker = await startBroker('one')
    await report('before')
    await vi.waitFor(() => expect(taken).toHaveLength(1))
    await mosquitto.stop()
    await vi.waitFor(() => expect(broker.status().ready).toBe(false))
    await expect(broker.publish('ew/v1/GW1/command', 'x')).rejects.toThrow()
    taken[0]?.done()
    await mosquitto.start()
    await vi.waitFor(() => expect(broker.status().ready).toBe(true), 5000)
    await vi.waitFor(() => expect(texts()).toEqual(['before', 'before']), 3000)
    taken[1]?.done()
    await report('after')
    await vi.waitFor(() => expect(texts()).toEqual(['before', 'before', 'after']))
  })

  test('a message given back is delivered again', async () => {
    await startBroker('one')
    await report('again')
    await vi.waitFor(() => expect(taken).toHaveLength(1))
    taken[0]?.done(new Error('no room'))
    await vi.waitFor(() => expect(texts()).toEqual(['again', 'again']), 5000)
  })
})

test('a broker that is not there fails the start with a reason', async () => {
  const broker = new ExternalBroker({ url: 'mqtt://user:hidden@127.0.0.1:1', clientId: 'x', log })
  const error: unknown = await broker.start().catch((reason: unknown) => reason)
  expect(error).toBeInstanceOf(StartupError)
  expect(String(error)).toMatch(/ECONNREFUSED.*MQTT_URL/)
  expect(String(error)).not.toContain('hidden')
})
