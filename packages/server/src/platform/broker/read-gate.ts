import type { Socket } from 'node:net'
import { FrameFilter } from './frame-filter.ts'

/**
 * Bounds what is read but not yet committed, over all connections: while the bound is reached, reading a guarded socket yields
 * nothing, TCP pushes back on the gateways, and the database finds its work waiting in the network instead of in our memory.
 */
export class ReadGate {
  readonly #maxMessages: number
  readonly #maxBytes: number
  readonly #waiting = new Set<Socket>()
  #messages = 0
  #bytes = 0
  #resuming = false

  constructor(maxMessages: number, maxBytes: number) {
    this.#maxMessages = maxMessages
    this.#maxBytes = maxBytes
  }

  get messages(): number {
    return this.#messages
  }

  enter(bytes: number): void {
    this.#messages++
    this.#bytes += bytes
  }

  leave(bytes: number): void {
    this.#messages--
    this.#bytes -= bytes
    // Half empty before anyone reads again, so that waiting connections get a fair turn instead of a message each.
    if (this.#waiting.size === 0 || this.#resuming) return
    if (this.#messages > this.#maxMessages / 2 || this.#bytes > this.#maxBytes / 2) return
    this.#resuming = true
    setImmediate(() => this.#resume())
  }

  /** Makes `socket.read` obey the gate and the frame limits. `onViolation` is called once when the peer breaks the protocol. */
  guard(socket: Socket, onViolation: () => void): void {
    const filter = new FrameFilter()
    const read = socket.read.bind(socket)
    socket.read = (size?: number) => {
      if (this.#isFull()) {
        this.#waiting.add(socket)
        return null
      }
      const chunk: unknown = read(size)
      if (!Buffer.isBuffer(chunk)) return chunk
      const filtered = filter.push(chunk)
      if (filtered === undefined) {
        onViolation()
        return null
      }
      return filtered
    }
    socket.once('close', () => this.#waiting.delete(socket))
  }

  #isFull(): boolean {
    return this.#messages >= this.#maxMessages || this.#bytes >= this.#maxBytes
  }

  #resume(): void {
    this.#resuming = false
    for (const socket of this.#waiting) {
      if (this.#isFull()) return
      this.#waiting.delete(socket)
      socket.emit('readable')
    }
  }
}
