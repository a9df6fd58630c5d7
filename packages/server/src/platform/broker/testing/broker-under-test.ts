import type { IPublishPacket } from 'mqtt-packet'
import { afterEach, beforeEach, expect, vi } from 'vitest'
import type { BrokerMessage, MessageDone } from '../broker.ts'
import { EmbeddedBroker } from '../embedded-broker.ts'
import type { EmbeddedBrokerOptions } from '../embedded-broker.ts'
import { RawClient } from './raw-client.ts'

/**
 * A broker for each test, whose messages the test itself reports as stored, and clients that control each packet. Registers the
 * hooks of a test file.
 */
export const useBroker = () => {
  const t = {
    broker: undefined as unknown as EmbeddedBroker,
    taken: [] as { message: BrokerMessage; done: MessageDone }[],

    /** Replaces the running one. */
    async restart(options: Partial<EmbeddedBrokerOptions> = {}): Promise<void> {
      await t.broker?.stop()
      t.broker = new EmbeddedBroker({
        host: '127.0.0.1',
        port: 0,
        authenticate: async (gateway, secret) => secret === `secret of ${gateway}`,
        log: { info: () => {}, warn: () => {} },
        ...options,
      })
      t.broker.onMessage((message, done) => t.taken.push({ message, done }))
      await t.broker.start()
    },

    open: (version: 3 | 4 | 5 = 4) => RawClient.open(t.broker.port, version),

    /** Signed in. */
    async connected(version: 3 | 4 | 5 = 4, fields: Parameters<RawClient['connect']>[0] = {}): Promise<RawClient> {
      const client = await t.open(version)
      const code = version === 5 ? { reasonCode: 0 } : { returnCode: 0 }
      expect(await client.connect(fields)).toMatchObject({ cmd: 'connack', ...code })
      return client
    },

    /** The payloads received so far, once there are this many. */
    async arrived(count: number): Promise<string[]> {
      await vi.waitFor(() => expect(t.taken).toHaveLength(count))
      return t.taken.map(({ message }) => Buffer.from(message.payload).toString())
    },
  }
  beforeEach(async () => {
    t.taken = []
    await t.restart()
  })
  afterEach(() => t.broker.stop())
  return t
}

export const publish = (fields: Partial<IPublishPacket> = {}): IPublishPacket => {
  return { cmd: 'publish', topic: 'ew/v1/GW1/report', payload: 'x', qos: 1, messageId: 1, dup: false, retain: false, ...fields }
}
