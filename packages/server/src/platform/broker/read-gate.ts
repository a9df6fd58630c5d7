import type { Socket } from 'node:net'

/** How much may be read but not yet committed, over all connections and per connection. */
export interface ReadLimits {
  messages: number
  bytes: number
  messagesPerConnection: number
  bytesPerConnection: number
}

/** What waits for a lock may take so many times as much again before it takes room from everybody, as it did before. */
const ASIDE_FACTOR = 2
/** Of a connection of which something waits for a lock, so much less is read. */
const ASIDE_DIVISOR = 16

/**
 * Limits what is read but not yet committed. At the limit nothing is read, TCP pushes back on the gateways, and the backlog waits
 * in the network instead of in our memory. Each connection has its own share: a flooding gateway only delays itself. What waits for a row that somebody has
 * locked is set aside: the storm of a company that is locked must not fill what all others are read into.
 */
export class ReadGate {
  readonly #limits: ReadLimits
  readonly #waiting = new Set<ReadShare>()
  #messages = 0
  #bytes = 0
  #asideMessages = 0
  #asideBytes = 0
  #resuming = false

  constructor(limits: ReadLimits) {
    this.#limits = limits
  }

  get messages(): number {
    return this.#messages + this.#asideMessages
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

  /** Takes a message out of the account. False if too much has been set aside. */
  setAside(bytes: number): boolean {
    const { messages, bytes: most } = this.#limits
    if (this.#asideMessages >= messages * ASIDE_FACTOR || this.#asideBytes >= most * ASIDE_FACTOR) return false
    this.#asideMessages++
    this.#asideBytes += bytes
    this.leave(bytes)
    return true
  }

  leaveAside(bytes: number): void {
    this.#asideMessages--
    this.#asideBytes -= bytes
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
  #aside = 0
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

  /** Whether it was: then `leave` has to know. */
  setAside(bytes: number): boolean {
    if (!this.#gate.setAside(bytes)) return false
    this.#aside++
    this.settle()
    return true
  }

  leave(bytes: number, isAside = false): void {
    this.#messages--
    this.#bytes -= bytes
    if (isAside) {
      this.#aside--
      this.#gate.leaveAside(bytes)
    } else this.#gate.leave(bytes)
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
    const parts = this.#aside > 0 ? divisor * ASIDE_DIVISOR : divisor
    return this.#messages >= messagesPerConnection / parts || this.#bytes >= bytesPerConnection / parts
  }
}
