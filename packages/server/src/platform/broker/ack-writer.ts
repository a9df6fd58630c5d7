import type { Duplex } from 'node:stream'

/** A peer that reads no acknowledgements, yet goes on sending, is cut off at this many unread bytes. */
const MAX_UNREAD_BYTES = 256 * 1024

/**
 * Writes the PUBACKs of a commit: one write per connection, however many messages of it were stored. Acknowledging one by one costs more than all other
 * handling of a message.
 */
export class AckWriter {
  #waiting = new Map<Duplex, number[]>()

  add(connection: Duplex, messageId: number): void {
    const ids = this.#waiting.get(connection)
    if (ids !== undefined) {
      ids.push(messageId)
      return
    }
    if (this.#waiting.size === 0) process.nextTick(() => this.#flush())
    this.#waiting.set(connection, [messageId])
  }

  #flush(): void {
    const waiting = this.#waiting
    this.#waiting = new Map()
    for (const [connection, ids] of waiting) {
      if (connection.destroyed || !connection.writable) continue
      connection.write(encode(ids))
      if (connection.writableLength > MAX_UNREAD_BYTES) connection.destroy(new Error('acknowledgements are not read'))
    }
  }
}

/** PUBACK of MQTT 3.1.1: 0x40, remaining length 2, packet identifier. */
function encode(ids: readonly number[]): Buffer {
  const bytes = Buffer.allocUnsafe(ids.length * 4)
  for (const [index, id] of ids.entries()) {
    bytes.writeUInt16BE(0x4002, index * 4)
    bytes.writeUInt16BE(id, index * 4 + 2)
  }
  return bytes
}
