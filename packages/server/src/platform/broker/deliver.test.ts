import { expect, test } from 'vitest'
import { useBroker } from './testing/broker-under-test.ts'

const t = useBroker()
const topic = 'ew/v1/GW1/command'

/** Whether a delivery is still open. */
const isOpen = (delivery: Promise<unknown>): Promise<boolean> =>
  Promise.race([delivery.then(() => false), new Promise<boolean>((resolve) => setTimeout(() => resolve(true), 100))])

test('a message that no gateway is subscribed to reaches nobody', async () => {
  expect(t.broker.reaches(topic)).toBe(false)
  await t.connected()
  expect(t.broker.reaches(topic)).toBe(false)
  expect(await t.broker.deliver(topic, 'do')).toBe('none')
})

test('a delivery is open until the gateway confirms it', async () => {
  const client = await t.connected()
  client.send({ cmd: 'subscribe', messageId: 5, subscriptions: [{ topic, qos: 1 }] })
  await client.next()
  expect(t.broker.reaches(topic)).toBe(true)
  expect(t.broker.reaches('ew/v1/GW2/command')).toBe(false)
  const delivery = t.broker.deliver(topic, 'do')
  const packet = await client.next()
  expect(await isOpen(delivery)).toBe(true)
  client.send({ cmd: 'puback', messageId: packet === 'closed' ? 0 : (packet.messageId ?? 0) })
  expect(await delivery).toBe('gateway')
})

test('of two pending deliveries, each is confirmed by its own acknowledgement', async () => {
  const client = await t.connected(5, { properties: { receiveMaximum: 1 } })
  client.send({ cmd: 'subscribe', messageId: 5, subscriptions: [{ topic, qos: 1 }] })
  await client.next()
  const [first, second] = [t.broker.deliver(topic, 'one'), t.broker.deliver(topic, 'two')]
  const packet = await client.next()
  client.send({ cmd: 'puback', messageId: packet === 'closed' ? 0 : (packet.messageId ?? 0) })
  expect(await first).toBe('gateway')
  expect(await isOpen(second)).toBe(true)
})

test('with QoS 0 nothing confirms it', async () => {
  const client = await t.connected()
  client.send({ cmd: 'subscribe', messageId: 5, subscriptions: [{ topic, qos: 0 }] })
  await client.next()
  const delivery = t.broker.deliver(topic, 'do')
  await client.next()
  expect(await isOpen(delivery)).toBe(true)
})

test('a disconnected gateway is not reached', async () => {
  const client = await t.connected()
  client.send({ cmd: 'subscribe', messageId: 5, subscriptions: [{ topic, qos: 1 }] })
  await client.next()
  client.socket.destroy()
  await expect.poll(() => t.broker.reaches(topic)).toBe(false)
  expect(await t.broker.deliver(topic, 'do')).toBe('none')
})
