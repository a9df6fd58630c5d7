import type { Duplex } from 'node:stream'

/** A peer that keeps sending without reading acknowledgements is disconnected at this many unread bytes. */
export const maxUnreadBytes = 256 * 1024

/** First byte and remaining length of acknowledgements without a reason code, which means success in MQTT 5.0. */
export const ackTypes = { puback: 0x4002, pubrec: 0x5002, pubcomp: 0x7002 } as const
export type Ack = keyof typeof ackTypes

/**
 * Writes the acknowledgements of a commit with one write per connection, however many of its messages were stored. Acknowledging
 * one by one costs more than everything else about a message.
 */
export class AckWriter {
  #waiting = new Map<Duplex, { ack: Ack; messageId: number }[]>()

  add(connection: Duplex, ack: Ack, messageId: number): void {
    const acks = this.#waiting.get(connection)
    if (acks !== undefined) {
      acks.push({ ack, messageId })
      return
    }
    if (this.#waiting.size === 0) process.nextTick(() => this.#flush())
    this.#waiting.set(connection, [{ ack, messageId }])
  }

  #flush(): void {
    const waiting = this.#waiting
    this.#waiting = new Map()
    for (const [connection, acks] of waiting) {
      if (connection.destroyed || !connection.writable) continue
      connection.write(encode(acks))
      if (connection.writableLength > maxUnreadBytes) connection.destroy(new Error('acknowledgements are not read'))
    }
  }
}

/** Four bytes each: type, remaining length 2, packet identifier. */
const encode = (acks: readonly { ack: Ack; messageId: number }[]): Buffer => {
  const bytes = Buffer.allocUnsafe(acks.length * 4)
  for (const [index, { ack, messageId }] of acks.entries()) {
    bytes.writeUInt16BE(ackTypes[ack], index * 4)
    bytes.writeUInt16BE(messageId, index * 4 + 2)
  }
  return bytes
}
