import type { ISubscribePacket } from 'mqtt-packet'
import { describe, expect, test, vi } from 'vitest'
import { reasonCodes } from './reason-codes.ts'
import { publish, useBroker } from './testing/broker-under-test.ts'

// Tests, packet by packet, what the Eclipse Paho conformance suite (paho.mqtt.testing, interoperability/client_test.py and client_test5.py)
// asks of a server, as far as devices use it. docs/mqtt.md lists what is left out and why.

const t = useBroker()

describe('messages of the gateway', () => {
  test('QoS 0 is accepted without an answer', async () => {
    const client = await t.connected()
    client.send(publish({ qos: 0 }))
    await t.arrived(1)
    t.taken[0]?.done()
    expect(await client.isSilent(200)).toBe(true)
    expect(t.broker.status().inFlight).toBe(0)
  })

  test.each([4, 5] as const)(
    'level %d: QoS 2 is stored once, acknowledged after that, and its number is free again',
    async (version) => {
      const client = await t.connected(version)
      client.send(
        publish({ qos: 2, messageId: 7, payload: 'once' }),
        publish({ qos: 2, messageId: 7, payload: 'once', dup: true }),
      )
      await t.arrived(1)
      expect(await client.isSilent(100)).toBe(true)
      t.taken[0]?.done()
      expect(await client.next()).toMatchObject({ cmd: 'pubrec', messageId: 7 })
      client.send(publish({ qos: 2, messageId: 7, payload: 'once', dup: true }))
      expect(await client.next()).toMatchObject({ cmd: 'pubrec', messageId: 7 })
      client.send({ cmd: 'pubrel', messageId: 7 })
      expect(await client.next()).toMatchObject({ cmd: 'pubcomp', messageId: 7 })
      expect(t.taken).toHaveLength(1)
      client.send(publish({ qos: 2, messageId: 7, payload: 'again' }))
      expect(await t.arrived(2)).toEqual(['once', 'again'])
    },
  )

  test('a QoS 2 number reused for something else is not mistaken for a copy', async () => {
    const client = await t.connected()
    client.send(publish({ qos: 2, messageId: 1, payload: 'telemetry' }))
    await t.arrived(1)
    t.taken[0]?.done()
    client.send(publish({ qos: 2, messageId: 1, payload: 'fire' }))
    expect(await t.arrived(2)).toEqual(['telemetry', 'fire'])
  })

  test('nor is a message without the DUP flag, though the gateway never releases its number', async () => {
    const client = await t.connected()
    client.send(publish({ qos: 2, messageId: 1, payload: 'fire' }))
    await t.arrived(1)
    t.taken[0]?.done()
    expect(await client.next()).toMatchObject({ cmd: 'pubrec' })
    client.send(publish({ qos: 2, messageId: 1, payload: 'fire' }))
    expect(await t.arrived(2)).toEqual(['fire', 'fire'])
  })

  test('MQTT 5.0: a PUBREL of an unknown message is answered as such', async () => {
    const client = await t.connected(5)
    client.send({ cmd: 'pubrel', messageId: 9 })
    expect(await client.next()).toMatchObject({ cmd: 'pubcomp', messageId: 9, reasonCode: reasonCodes.packetIdNotFound })
  })

  test('a retain flag is ignored, the message is not', async () => {
    const client = await t.connected(5)
    client.send(publish({ retain: true, payload: 'kept' }))
    expect(await t.arrived(1)).toEqual(['kept'])
    client.send({ cmd: 'subscribe', messageId: 2, subscriptions: [{ topic: 'ew/v1/GW1/#', qos: 1 }] })
    expect(await client.next()).toMatchObject({ cmd: 'suback' })
    expect(await client.isSilent(100)).toBe(true)
  })

  test('MQTT 5.0: properties of a message do not disturb it', async () => {
    const client = await t.connected(5)
    const properties = {
      payloadFormatIndicator: true,
      messageExpiryInterval: 60,
      contentType: 'application/json',
      responseTopic: 'somewhere',
      correlationData: Buffer.from('334'),
      userProperties: { a: '2', c: ['3', '4'] },
    }
    client.send(publish({ payload: '{"seq":1}', properties }))
    expect(await t.arrived(1)).toEqual(['{"seq":1}'])
  })

  test('MQTT 5.0: topic aliases work, end with the connection, and an invalid one closes it', async () => {
    const client = await t.connected(5)
    client.send(publish({ messageId: 1, properties: { topicAlias: 1 } }))
    client.send(publish({ messageId: 2, topic: '', properties: { topicAlias: 1 } }))
    await t.arrived(2)
    expect(t.taken.map(({ message }) => message.channel)).toEqual(['report', 'report'])
    for (const topicAlias of [0, 2, 17]) {
      const next = await t.connected(5, { clientId: `alias ${topicAlias}` })
      next.send(publish({ topic: topicAlias === 2 ? '' : 'ew/v1/GW1/report', properties: { topicAlias } }))
      expect(await next.next()).toMatchObject({ cmd: 'disconnect', reasonCode: reasonCodes.invalidTopicAlias })
      expect(await next.next()).toBe('closed')
    }
    expect(t.taken).toHaveLength(2)
  })

  test('a topic with wildcards or of no gateway is passed on as foreign, so that its content is kept', async () => {
    const client = await t.connected()
    client.send(publish({ topic: 'ew/v1/+/report' }), publish({ topic: 'alarms', messageId: 2 }))
    await t.arrived(2)
    expect(t.taken.map(({ message }) => message.channel)).toEqual([undefined, undefined])
  })

  test('bytes that are not MQTT end the connection and nothing else', async () => {
    const other = await t.connected(4, { clientId: 'other' })
    for (const bytes of [
      [0xf0, 0],
      [0x36, 2, 0, 0],
      [0x82, 2, 0, 1],
      [0x30, 0xff, 0xff, 0xff, 0xff, 0xff],
      [0x32, 3, 0xff, 0xff, 0],
      [0x32, 5, 0, 1, 0x61, 0, 0],
    ]) {
      const client = await t.connected(4)
      client.socket.write(Buffer.from(bytes))
      expect(await client.next()).toBe('closed')
    }
    const client = await t.connected(5)
    client.socket.write(Buffer.from([0x32, 8, 0, 1, 0x61, 0, 1, 0x7f, 0x26, 0]))
    expect(await client.next()).toMatchObject({ cmd: 'disconnect' })
    other.send({ cmd: 'pingreq' })
    expect(await other.next()).toMatchObject({ cmd: 'pingresp' })
  })
})

describe('messages for the gateway', () => {
  const subscribe = (topic: string, qos: 0 | 1 | 2, identifier?: number): ISubscribePacket => ({
    cmd: 'subscribe',
    messageId: 5,
    subscriptions: [{ topic, qos, nl: false, rap: false, rh: 0 }],
    properties: identifier === undefined ? {} : { subscriptionIdentifier: identifier },
  })

  test.each([
    [0, 0],
    [1, 1],
    [2, 1],
  ] as const)('subscribed with QoS %d they come with QoS %d', async (asked, granted) => {
    const client = await t.connected()
    client.send(subscribe('ew/v1/GW1/command', asked))
    expect(await client.next()).toMatchObject({ cmd: 'suback', messageId: 5, granted: [granted] })
    await t.broker.publish('ew/v1/GW1/command', 'do')
    expect(await client.next()).toMatchObject({ cmd: 'publish', topic: 'ew/v1/GW1/command', qos: granted, retain: false })
  })

  test('overlapping filters bring one message, with the best QoS and all identifiers', async () => {
    const client = await t.connected(5)
    for (const [index, filter] of ['ew/v1/GW1/command', 'ew/v1/GW1/#', 'ew/v1/GW1/upgrade'].entries()) {
      client.send(subscribe(filter, index === 0 ? 1 : 0, index + 1))
      await client.next()
    }
    await t.broker.publish('ew/v1/GW1/command', 'do')
    expect(await client.next()).toMatchObject({ cmd: 'publish', qos: 1, properties: { subscriptionIdentifier: [1, 2] } })
    expect(await client.isSilent(100)).toBe(true)
  })

  test('a filter that is not allowed is rejected with the code of the version', async () => {
    const old = await t.connected(4)
    old.send(subscribe('ew/v1/GW2/command', 1))
    expect(await old.next()).toMatchObject({ cmd: 'suback', granted: [0x80] })
    const client = await t.connected(5)
    client.send(subscribe('#', 1))
    expect(await client.next()).toMatchObject({ granted: [reasonCodes.notAuthorized] })
    client.send(subscribe('$share/all/ew/v1/GW1/command', 1))
    expect(await client.next()).toMatchObject({ granted: [reasonCodes.sharedSubscriptionsUnsupported] })
  })

  test('nothing arrives after UNSUBSCRIBE', async () => {
    const client = await t.connected(5)
    client.send(subscribe('ew/v1/GW1/command', 1))
    await client.next()
    client.send({ cmd: 'unsubscribe', messageId: 6, unsubscriptions: ['ew/v1/GW1/command', 'ew/v1/GW1/upgrade'] })
    expect(await client.next()).toMatchObject({ cmd: 'unsuback', granted: [0, reasonCodes.noSubscriptionExisted] })
    await t.broker.publish('ew/v1/GW1/command', 'do')
    expect(await client.isSilent(100)).toBe(true)
  })

  test('MQTT 5.0: never more in flight than its receive maximum', async () => {
    const client = await t.connected(5, { properties: { receiveMaximum: 2 } })
    client.send(subscribe('ew/v1/GW1/command', 1))
    await client.next()
    for (let index = 0; index < 4; index++) await t.broker.publish('ew/v1/GW1/command', `${index}`)
    const [first, second] = [await client.next(), await client.next()]
    expect([first, second]).toMatchObject([{ cmd: 'publish' }, { cmd: 'publish' }])
    expect(await client.isSilent(100)).toBe(true)
    for (const packet of [first, second]) {
      if (packet === 'closed') throw new Error('closed')
      client.send({ cmd: 'puback', messageId: packet.messageId ?? 0 })
    }
    expect(String(Reflect.get(Object(await client.next()), 'payload'))).toBe('2')
    expect(String(Reflect.get(Object(await client.next()), 'payload'))).toBe('3')
  })

  test('MQTT 5.0: messages above its maximum packet size are left out', async () => {
    const client = await t.connected(5, { properties: { maximumPacketSize: 64 } })
    client.send(subscribe('ew/v1/GW1/command', 1))
    await client.next()
    await t.broker.publish('ew/v1/GW1/command', 'x'.repeat(64))
    await t.broker.publish('ew/v1/GW1/command', 'x'.repeat(20))
    expect(String(Reflect.get(Object(await client.next()), 'payload'))).toBe('x'.repeat(20))
  })
})

test('a flooding gateway only delays itself, the others are served immediately', async () => {
  await t.restart({ limits: { inFlightMessagesPerGateway: 50 } })
  const flood = await t.connected(4, { username: 'GW1', clientId: 'flood' })
  for (let index = 0; index < 20; index++) {
    flood.send(...Array.from({ length: 500 }, () => publish({ qos: 0, payload: 'x'.repeat(500) })))
  }
  await vi.waitFor(() => expect(t.taken.length).toBeGreaterThanOrEqual(50))
  await new Promise((resolve) => setTimeout(resolve, 100))
  expect(t.taken.length).toBeLessThan(500)
  const flooded = t.taken.length
  const other = await t.connected(4, { username: 'GW2', password: Buffer.from('secret of GW2') })
  other.send(publish({ topic: 'ew/v1/GW2/report', payload: 'fire' }))
  await t.arrived(flooded + 1)
  expect(Buffer.from(t.taken.at(-1)?.message.payload ?? []).toString()).toBe('fire')
  // Nothing of the flood itself is missing either.
  const storing = setInterval(() => t.taken.forEach(({ done }) => done()), 5)
  await vi.waitFor(() => expect(t.taken).toHaveLength(10_001), 30_000)
  clearInterval(storing)
})
