import { connect as connectTcp } from 'node:net'
import { setTimeout as delay } from 'node:timers/promises'
import { maxPayloadBytes } from '@emberwatch/device-link'
import { connect } from 'mqtt'
import type { IClientOptions, MqttClient } from 'mqtt'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import type { BrokerMessage, MessageDone } from './broker.ts'
import { EmbeddedBroker } from './embedded-broker.ts'
import type { EmbeddedBrokerOptions } from './embedded-broker.ts'

const log = { info: () => {}, warn: () => {} }
const authenticate = async (gateway: string, secret: string) => secret === `secret of ${gateway}`

let broker: EmbeddedBroker
let taken: { message: BrokerMessage; done: MessageDone }[] = []
let clients: MqttClient[] = []
let foreignWills: string[] = []

const startBroker = async (options: Partial<EmbeddedBrokerOptions> = {}): Promise<EmbeddedBroker> => {
  const onForeignWill = (gateway: string): void => void foreignWills.push(gateway)
  const started = new EmbeddedBroker({ host: '127.0.0.1', port: 0, authenticate, onForeignWill, log, ...options })
  started.onMessage((message, done) => taken.push({ message, done }))
  await started.start()
  return started
}

const open = (gateway: string, options: IClientOptions = {}): MqttClient => {
  const client = connect({
    host: '127.0.0.1',
    port: broker.port,
    protocolVersion: 4,
    username: gateway,
    password: `secret of ${gateway}`,
    reconnectPeriod: 0,
    ...options,
  })
  client.on('error', () => {})
  clients.push(client)
  return client
}

/** Resolves to undefined when connected, otherwise to the rejection. */
const outcome = (client: MqttClient): Promise<string | undefined> => {
  return new Promise((resolve) => {
    client.once('connect', () => resolve(undefined))
    client.once('error', (error) => resolve(error.message))
    client.once('close', () => resolve('closed'))
  })
}

const closed = (client: MqttClient) => new Promise<void>((resolve) => client.once('close', () => resolve()))

const opened = async (gateway: string, options: IClientOptions = {}): Promise<MqttClient> => {
  const client = open(gateway, options)
  expect(await outcome(client)).toBeUndefined()
  return client
}

beforeEach(async () => {
  taken = []
  clients = []
  foreignWills = []
  broker = await startBroker()
})

afterEach(async () => {
  for (const client of clients) client.end(true)
  await broker.stop()
})

describe('acknowledgement', () => {
  test.each([1, 2] as const)('QoS %d is acknowledged when the handler is done and not before', async (qos) => {
    const client = await opened('GW1')
    let acknowledged = false
    const publishing = client.publishAsync('ew/v1/GW1/report', 'hello', { qos }).then(() => (acknowledged = true))
    await vi.waitFor(() => expect(taken).toHaveLength(1))
    await delay(50)
    expect(acknowledged).toBe(false)
    expect(broker.status().inFlight).toBe(1)
    expect(taken[0]?.message).toMatchObject({ gateway: 'GW1', channel: 'report', topic: 'ew/v1/GW1/report' })
    expect(Buffer.from(taken[0]?.message.payload ?? []).toString()).toBe('hello')
    taken[0]?.done()
    await publishing
    expect(broker.status().inFlight).toBe(0)
  })

  test('a returned message closes the connection without acknowledgement', async () => {
    const client = await opened('GW1')
    const publishing = client.publishAsync('ew/v1/GW1/report', 'x', { qos: 1 })
    const refused = publishing.then(
      () => 'acknowledged',
      () => 'refused',
    )
    await vi.waitFor(() => expect(taken).toHaveLength(1))
    const gone = closed(client)
    taken[0]?.done(new Error('no room'))
    await gone
    client.end(true)
    expect(await refused).toBe('refused')
  })

  test('messages unfinished when the broker stopped are sent again to the next one', async () => {
    const client = await opened('GW1', { reconnectPeriod: 20 })
    const publishing = client.publishAsync('ew/v1/GW1/report', 'kept', { qos: 1 })
    await vi.waitFor(() => expect(taken).toHaveLength(1))
    const { port } = broker
    await broker.stop()
    taken[0]?.done() // too late: must not be acknowledged
    taken = []
    broker = await startBroker({ port })
    await vi.waitFor(() => expect(taken).toHaveLength(1))
    taken[0]?.done()
    await publishing
  })
})

describe('who may connect', () => {
  test('only with its own secret', async () => {
    expect(await outcome(open('GW1', { password: 'wrong' }))).toMatch(/bad user ?name or password/i)
    expect(await outcome(open('GW1', { password: 'secret of GW2' }))).toMatch(/bad user ?name or password/i)
    expect(await outcome(open('a/b'))).toMatch(/not authorized/i)
    const nobody = connect({ host: '127.0.0.1', port: broker.port, protocolVersion: 4, reconnectPeriod: 0 })
    clients.push(nobody)
    expect(await outcome(nobody)).toMatch(/not authorized/i)
    expect(broker.status().connections).toBe(0)
  })

  test('after many wrong secrets rejections are delayed, and the right secret behind the same address still passes immediately', async () => {
    await broker.stop()
    broker = await startBroker({ limits: { failuresPerMinute: 2 } })
    const refusedAfter = async () => {
      const start = performance.now()
      expect(await outcome(open('GW1', { password: 'wrong' }))).toMatch(/bad user ?name/i)
      return performance.now() - start
    }
    for (let attempt = 0; attempt < 2; attempt++) expect(await refusedAfter()).toBeLessThan(1500)
    const held = refusedAfter()
    await opened('GW1')
    await opened('GW2')
    expect(await held).toBeGreaterThan(1500)
  })

  test('if a sign-in cannot be decided, the connection is closed without an answer, so that every client library reconnects', async () => {
    await broker.stop()
    let isAway = true
    broker = await startBroker({
      authenticate: () => (isAway ? Promise.reject(new Error('database away')) : Promise.resolve(true)),
    })
    const client = open('GW1', { reconnectPeriod: 50 })
    expect(await outcome(client)).toBe('closed')
    isAway = false
    await new Promise<void>((resolve) => client.once('connect', () => resolve()))
  })

  test('the same client id takes over, but only within its gateway', async () => {
    const first = await opened('GW1', { clientId: 'same' })
    const other = await opened('GW2', { clientId: 'same' })
    const gone = closed(first)
    await opened('GW1', { clientId: 'same' })
    await gone
    expect(other.connected).toBe(true)
    expect(broker.status().connections).toBe(2)
  })

  test('beyond its limit of connections, a gateway loses the oldest', async () => {
    await broker.stop()
    broker = await startBroker({ limits: { connectionsPerGateway: 2 } })
    const oldest = await opened('GW1')
    const second = await opened('GW1')
    const gone = closed(oldest)
    await opened('GW1')
    await gone
    expect(second.connected).toBe(true)
  })

  test('a kicked gateway is disconnected, others stay', async () => {
    const one = await opened('GW1')
    const other = await opened('GW2')
    const gone = closed(one)
    broker.kick('GW1')
    await gone
    expect(other.connected).toBe(true)
  })
})

describe('own topics only', () => {
  test('a foreign topic is acknowledged, marked and reaches nobody', async () => {
    const victim = await opened('GW2')
    const received: string[] = []
    victim.on('message', (topic) => received.push(topic))
    await victim.subscribeAsync('ew/v1/GW2/#', { qos: 1 })
    const client = await opened('GW1')
    const publishing = client.publishAsync('ew/v1/GW2/command', '{}', { qos: 1, retain: true })
    await vi.waitFor(() => expect(taken).toHaveLength(1))
    expect(taken[0]?.message).toMatchObject({ gateway: 'GW1', channel: undefined, topic: 'ew/v1/GW2/command' })
    taken[0]?.done()
    await publishing
    await broker.publish('ew/v1/GW2/command', 'ours')
    await vi.waitFor(() => expect(received).toEqual(['ew/v1/GW2/command']))
  })

  test('the own report topic is not echoed', async () => {
    const client = await opened('GW1')
    const received: string[] = []
    client.on('message', (topic) => received.push(topic))
    await client.subscribeAsync('ew/v1/GW1/#', { qos: 1 })
    const publishing = client.publishAsync('ew/v1/GW1/report', 'x', { qos: 1, retain: true })
    await vi.waitFor(() => expect(taken).toHaveLength(1))
    taken[0]?.done()
    await publishing
    await broker.publish('ew/v1/GW1/upgrade', 'u')
    await vi.waitFor(() => expect(received).toEqual(['ew/v1/GW1/upgrade']))
  })

  test.each(['ew/v1/GW2/command', 'ew/v1/+/command', '#', '$SYS/#', 'ew/v1/GW1/report'])(
    'subscribing to %s is refused',
    async (filter) => {
      const client = await opened('GW1')
      await expect(client.subscribeAsync(filter, { qos: 1 })).rejects.toThrow()
    },
  )

  test('a Will on a foreign topic is rejected at CONNECT', async () => {
    const will = { topic: 'ew/v1/GW2/report', payload: Buffer.from('{}'), qos: 1, retain: false } as const
    expect(await outcome(open('GW1', { will }))).toMatch(/not authorized/i)
    // Only who knows the secret is told more, and only its refusal is noted.
    expect(await outcome(open('GW1', { will, password: 'wrong' }))).toMatch(/bad username or password/i)
    expect(foreignWills).toEqual(['GW1'])
  })

  test('an own Will arrives when the connection breaks', async () => {
    const will = { topic: 'ew/v1/GW1/report', payload: Buffer.from('last words'), qos: 1, retain: false } as const
    const client = await opened('GW1', { will })
    client.stream.destroy()
    await vi.waitFor(() => expect(taken).toHaveLength(1))
    expect(taken[0]?.message).toMatchObject({ gateway: 'GW1', channel: 'report' })
    expect(Buffer.from(taken[0]?.message.payload ?? []).toString()).toBe('last words')
    taken[0]?.done()
    await vi.waitFor(() => expect(broker.status().inFlight).toBe(0))
  })
})

describe('bounds', () => {
  test('a payload of 3 MB is cut, handed on as too large and acknowledged, and the connection lives', async () => {
    const client = await opened('GW1')
    const publishing = client.publishAsync('ew/v1/GW1/report', Buffer.alloc(3_000_000, 120), { qos: 1 })
    await vi.waitFor(() => expect(taken).toHaveLength(1))
    const size = taken[0]?.message.payload.byteLength ?? 0
    expect(size).toBeGreaterThan(maxPayloadBytes)
    expect(size).toBeLessThan(maxPayloadBytes + 2048)
    taken[0]?.done()
    await publishing
    const next = client.publishAsync('ew/v1/GW1/heartbeat', 'alive', { qos: 1 })
    await vi.waitFor(() => expect(taken).toHaveLength(2))
    expect(Buffer.from(taken[1]?.message.payload ?? []).toString()).toBe('alive')
    taken[1]?.done()
    await next
  })

  test('an oversized CONNECT is cut off', async () => {
    const socket = connectTcp(broker.port, '127.0.0.1')
    socket.on('error', () => {})
    socket.write(Buffer.from([0x10, 0xff, 0xff, 0x7f]))
    await new Promise<void>((resolve) => socket.once('close', () => resolve()))
    expect(socket.destroyed).toBe(true)
  })

  test('without commits reading stops, and nothing is missing afterwards', async () => {
    await broker.stop()
    broker = await startBroker({ limits: { inFlightMessages: 100 } })
    const gateways = await Promise.all(Array.from({ length: 10 }, (_, index) => opened(`GW${index}`)))
    const each = 2000
    const publishing = gateways.flatMap((client, index) =>
      Array.from({ length: each }, (_, seq) =>
        client.publishAsync(`ew/v1/GW${index}/report`, `${index}:${seq}:${'x'.repeat(200)}`, { qos: 1 }),
      ),
    )
    await vi.waitFor(() => expect(taken.length).toBeGreaterThanOrEqual(100))
    await delay(200)
    // At most one chunk per connection beyond the limit (64 KiB hold about 270 of these messages).
    expect(taken.length).toBeLessThan(100 + 10 * 300)
    expect(broker.status().inFlight).toBe(taken.length)
    const timer = setInterval(() => {
      for (const { done } of taken) done()
    }, 5)
    await Promise.all(publishing)
    clearInterval(timer)
    const distinct = new Set(taken.map(({ message }) => Buffer.from(message.payload).toString().split(':', 2).join(':')))
    expect(distinct.size).toBe(10 * each)
  })

  test('a gateway has one share of what is under way, whatever connections it opens and leaves, its Wills included', async () => {
    await broker.stop()
    broker = await startBroker({ limits: { inFlightMessages: 1000, inFlightMessagesPerGateway: 20 } })
    const will = { topic: 'ew/v1/GW1/report', payload: Buffer.from('last words'), qos: 1, retain: false } as const
    const outcomes: (string | undefined)[] = []
    for (let turn = 0; turn < 40; turn++) {
      const client = open('GW1', { will })
      const end = closed(client)
      outcomes.push(await outcome(client))
      for (let seq = 0; seq < 10; seq++) client.publish('ew/v1/GW1/report', `${turn}:${seq}`, { qos: 0 })
      const before = taken.length
      if (client.connected) await vi.waitFor(() => expect(taken.length).toBeGreaterThanOrEqual(before + 10))
      client.stream.destroy()
      await end
      await vi.waitFor(() => expect(broker.status().connections).toBe(0))
    }
    expect(taken.length).toBeLessThan(40)
    expect(broker.status().inFlight).toBe(taken.length)
    // What it left behind keeps it out, and nobody else.
    expect(outcomes.slice(0, 2)).toEqual([undefined, undefined])
    expect(new Set(outcomes.slice(2))).toEqual(new Set(['closed']))
    await opened('GW2')
    for (const { done } of taken) done()
    expect(broker.status().inFlight).toBe(0)
    await opened('GW1')
  })

  test('an unavailable address fails the start', async () => {
    await expect(startBroker({ port: broker.port })).rejects.toThrow(/EADDRINUSE/)
  })
})
