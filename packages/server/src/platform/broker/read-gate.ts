import type { Socket } from 'node:net'

/** How much may be read but not yet committed, over all connections and per connection. */
export interface ReadLimits {
  messages: number
  bytes: number
  messagesPerConnection: number
  bytesPerConnection: number
}

/**
 * Limits what is read but not yet committed. At the limit nothing is read, TCP pushes back on the gateways, and the backlog waits
 * in the network instead of in our memory. Each connection has its own share: a flooding gateway only delays itself.
 */
export class ReadGate {
  readonly #limits: ReadLimits
  readonly #waiting = new Set<ReadShare>()
  #messages = 0
  #bytes = 0
  #resuming = false

  constructor(limits: ReadLimits) {
    this.#limits = limits
  }

  get messages(): number {
    return this.#messages
  }

  get isFull(): boolean {
    return this.#messages >= this.#limits.messages || this.#bytes >= this.#limits.bytes
  }

  /** The share of one connection. */
  share(socket: Socket): ReadShare {
    const share = new ReadShare(this, this.#limits, socket)
    socket.once('close', () => this.#waiting.delete(share))
    return share
  }

  enter(bytes: number): void {
    this.#messages++
    this.#bytes += bytes
  }

  leave(bytes: number): void {
    this.#messages--
    this.#bytes -= bytes
    // Resume at half load, so that waiting connections get a fair turn instead of one message each.
    if (this.#waiting.size === 0 || this.#resuming) return
    if (this.#messages > this.#limits.messages / 2 || this.#bytes > this.#limits.bytes / 2) return
    this.#resuming = true
    setImmediate(() => this.#resume())
  }

  wait(share: ReadShare): void {
    this.#waiting.add(share)
  }

  isWaiting(share: ReadShare): boolean {
    return this.#waiting.has(share)
  }

  #resume(): void {
    this.#resuming = false
    for (const share of this.#waiting) {
      if (this.isFull) return
      this.#waiting.delete(share)
      share.resume()
    }
  }
}

/** What one connection has in flight. */
export class ReadShare {
  readonly #gate: ReadGate
  readonly #limits: ReadLimits
  readonly #socket: Socket
  #messages = 0
  #bytes = 0
  #paused = false

  constructor(gate: ReadGate, limits: ReadLimits, socket: Socket) {
    this.#gate = gate
    this.#limits = limits
    this.#socket = socket
  }

  /** While it is paused we read nothing, so the gateway's silence means nothing. */
  get paused(): boolean {
    return this.#paused
  }

  enter(bytes: number): void {
    this.#messages++
    this.#bytes += bytes
    this.#gate.enter(bytes)
  }

  leave(bytes: number): void {
    this.#messages--
    this.#bytes -= bytes
    this.#gate.leave(bytes)
    if (this.#paused && !this.#gate.isWaiting(this)) this.resume()
  }

  /** After each chunk: stops reading if too much is in flight. */
  settle(): void {
    if (this.#paused || !(this.#gate.isFull || this.#isOver(1))) return
    this.#paused = true
    this.#socket.pause()
    if (this.#gate.isFull) this.#gate.wait(this)
  }

  resume(): void {
    if (!this.#paused || this.#isOver(2)) return
    if (this.#gate.isFull) return this.#gate.wait(this)
    this.#paused = false
    this.#socket.resume()
  }

  /** Whether more than the share divided by `divisor` is in flight. */
  #isOver(divisor: number): boolean {
    const { messagesPerConnection, bytesPerConnection } = this.#limits
    return this.#messages >= messagesPerConnection / divisor || this.#bytes >= bytesPerConnection / divisor
  }
}
