import { createHash } from 'node:crypto'

/** More than a careful gateway has under way; beyond it the oldest is forgotten, which at worst stores a message again. */
const MAX_UNRELEASED = 1000

export type Unreleased = 'new' | 'storing' | 'stored'

/**
 * QoS 2 messages of one connection from their arrival to their PUBREL, so that the same one sent again is not taken twice. A gateway that uses an
 * identifier again for something else breaks the protocol, and is heard all the same: what may be an alarm is never taken for a copy of another message.
 */
export class UnreleasedMessages {
  readonly #messages = new Map<number, { digest: string; stored: boolean }>()

  /** What is known of a message that arrives; a new one is noted. `dup`: the gateway says that it sends it again. */
  arrive(messageId: number, topic: string, payload: Uint8Array, dup: boolean): Unreleased {
    const digest = createHash('sha256').update(topic).update('\0').update(payload).digest('base64')
    const known = this.#messages.get(messageId)
    if (dup && known?.digest === digest) return known.stored ? 'stored' : 'storing'
    this.#messages.delete(messageId)
    this.#messages.set(messageId, { digest, stored: false })
    if (this.#messages.size > MAX_UNRELEASED) {
      const oldest = this.#messages.keys().next()
      if (!oldest.done) this.#messages.delete(oldest.value)
    }
    return 'new'
  }

  stored(messageId: number): void {
    const message = this.#messages.get(messageId)
    if (message !== undefined) message.stored = true
  }

  /** Whether such a message was there. */
  release(messageId: number): boolean {
    return this.#messages.delete(messageId)
  }
}
