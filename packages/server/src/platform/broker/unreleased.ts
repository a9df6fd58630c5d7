import { createHash } from 'node:crypto'

/** More than a well-behaved gateway has in flight. Beyond it the oldest is dropped, which at worst stores a message twice. */
const maxUnreleased = 1000

export type Unreleased = 'new' | 'storing' | 'stored'

/**
 * QoS 2 messages of one connection from arrival to PUBREL, so that a redelivery is not taken twice. A gateway that reuses an
 * identifier for something else violates the protocol, and its message is accepted anyway: a possible alarm is never mistaken for
 * a copy of another message.
 */
export class UnreleasedMessages {
  readonly #messages = new Map<number, { digest: string; stored: boolean }>()

  /** What is known of an arriving message. A new one is recorded. `dup`: the gateway says that it is sending it again. */
  arrive(messageId: number, topic: string, payload: Uint8Array, dup: boolean): Unreleased {
    const digest = createHash('sha256').update(topic).update('\0').update(payload).digest('base64')
    const known = this.#messages.get(messageId)
    if (dup && known?.digest === digest) return known.stored ? 'stored' : 'storing'
    this.#messages.delete(messageId)
    this.#messages.set(messageId, { digest, stored: false })
    if (this.#messages.size > maxUnreleased) {
      const oldest = this.#messages.keys().next()
      if (!oldest.done) this.#messages.delete(oldest.value)
    }
    return 'new'
  }

  stored(messageId: number): void {
    const message = this.#messages.get(messageId)
    if (message !== undefined) message.stored = true
  }

  /** Whether the message was there. */
  release(messageId: number): boolean {
    return this.#messages.delete(messageId)
  }
}
