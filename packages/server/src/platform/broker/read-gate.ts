import type { Socket } from 'node:net'

/** How much may be read but not yet committed, over all gateways and per gateway. */
export interface ReadLimits {
  messages: number
  bytes: number
  readonly messagesPerGateway: number
  readonly bytesPerGateway: number
}

/** Messages waiting for a lock take no room from others, up to this many times the common limit. */
const parkedFactor = 2
/** The share of a gateway with messages waiting for a lock is divided by this. */
const parkedDivisor = 16

/** What one gateway has in flight over all its connections, closed ones included: otherwise it would begin anew with each. */
class Account {
  messages = 0
  bytes = 0
  /** How many of the messages wait for a lock. */
  parked = 0
  readonly shares = new Set<ReadShare>()
}

/**
 * Limits what is read but not yet committed. At the limit nothing is read, TCP pushes back on the gateways, and the backlog waits in the network instead of in
 * our memory. Each gateway has its own share, so a flooding one only delays itself. Messages that wait for a locked row are parked, so that the storm of a
 * locked company does not use up what all gateways share.
 */
export class ReadGate {
  readonly #limits: ReadLimits
  readonly #waiting = new Set<ReadShare>()
  readonly #accounts = new Map<string, Account>()
  #messages = 0
  #bytes = 0
  #parkedMessages = 0
  #parkedBytes = 0
  #resuming = false

  constructor(limits: ReadLimits) {
    this.#limits = limits
  }

  get messages(): number {
    return this.#messages + this.#parkedMessages
  }

  get isFull(): boolean {
    return this.#messages >= this.#limits.messages || this.#bytes >= this.#limits.bytes
  }

  /** What a connection may read. It shares that with the others of its gateway once it has signed in. */
  share(socket: Socket): ReadShare {
    const share = new ReadShare(this, socket)
    socket.once('close', () => this.part(share))
    return share
  }

  /** Whether a gateway has used up its share. */
  hasUsedUp(gateway: string, divisor = 1): boolean {
    const { messages, bytes } = this.#accounts.get(gateway) ?? { messages: 0, bytes: 0 }
    const { messagesPerGateway, bytesPerGateway } = this.#limits
    return messages >= messagesPerGateway / divisor || bytes >= bytesPerGateway / divisor
  }

  /** Whether nothing more of a gateway is read: beyond its share divided by `divisor`, which is smaller while it has messages waiting for a lock. */
  isOver(gateway: string, divisor = 1): boolean {
    const isWaiting = (this.#accounts.get(gateway)?.parked ?? 0) > 0
    return this.hasUsedUp(gateway, isWaiting ? divisor * parkedDivisor : divisor)
  }

  join(share: ReadShare): void {
    this.#accountOf(share.gateway).shares.add(share)
  }

  /** Its connection is closed. What it has in flight still counts. */
  part(share: ReadShare): void {
    this.#waiting.delete(share)
    this.#accountOf(share.gateway).shares.delete(share)
    this.#forget(share.gateway)
  }

  enter(gateway: string, bytes: number): void {
    const account = this.#accountOf(gateway)
    account.messages++
    account.bytes += bytes
    this.#messages++
    this.#bytes += bytes
  }

  /** Takes a message that waits for a lock out of the common limit. False if too much is parked already. */
  park(gateway: string, bytes: number): boolean {
    const { messages, bytes: most } = this.#limits
    if (this.#parkedMessages >= messages * parkedFactor || this.#parkedBytes >= most * parkedFactor) return false
    const account = this.#accountOf(gateway)
    account.parked++
    this.#parkedMessages++
    this.#parkedBytes += bytes
    this.#free(bytes)
    for (const share of account.shares) share.settle()
    return true
  }

  /** `isParked`: it was parked. */
  leave(gateway: string, bytes: number, isParked: boolean): void {
    const account = this.#accountOf(gateway)
    account.messages--
    account.bytes -= bytes
    if (isParked) {
      account.parked--
      this.#parkedMessages--
      this.#parkedBytes -= bytes
    } else this.#free(bytes)
    for (const share of account.shares) if (share.paused && !this.#waiting.has(share)) share.resume()
    this.#forget(gateway)
  }

  wait(share: ReadShare): void {
    this.#waiting.add(share)
  }

  #free(bytes: number): void {
    this.#messages--
    this.#bytes -= bytes
    // Resume at half load, so that waiting connections get a fair turn instead of one message each.
    if (this.#waiting.size === 0 || this.#resuming) return
    if (this.#messages > this.#limits.messages / 2 || this.#bytes > this.#limits.bytes / 2) return
    this.#resuming = true
    setImmediate(() => this.#resume())
  }

  #accountOf(gateway: string): Account {
    const account = this.#accounts.get(gateway) ?? new Account()
    this.#accounts.set(gateway, account)
    return account
  }

  #forget(gateway: string): void {
    const account = this.#accounts.get(gateway)
    if (account?.messages === 0 && account.shares.size === 0) this.#accounts.delete(gateway)
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

/** What one connection may read. */
export class ReadShare {
  readonly #gate: ReadGate
  readonly #socket: Socket
  #gateway: string | undefined
  #paused = false

  constructor(gate: ReadGate, socket: Socket) {
    this.#gate = gate
    this.#socket = socket
  }

  /** The gateway that has signed in on it. Empty before that, when no messages are read. */
  get gateway(): string {
    return this.#gateway ?? ''
  }

  /** While it is paused we read nothing, so the gateway's silence means nothing. */
  get paused(): boolean {
    return this.#paused
  }

  /** Its connection has signed in. */
  belongTo(gateway: string): void {
    this.#gateway = gateway
    this.#gate.join(this)
  }

  enter(bytes: number): void {
    this.#gate.enter(this.gateway, bytes)
  }

  /** Whether the message was parked; `leave` has to know. */
  park(bytes: number): boolean {
    return this.#gate.park(this.gateway, bytes)
  }

  leave(bytes: number, isParked: boolean): void {
    this.#gate.leave(this.gateway, bytes, isParked)
  }

  /** After each chunk: stops reading if too much is in flight. */
  settle(): void {
    if (this.#paused || !(this.#gate.isFull || this.#gate.isOver(this.gateway))) return
    this.#paused = true
    this.#socket.pause()
    if (this.#gate.isFull) this.#gate.wait(this)
  }

  resume(): void {
    if (!this.#paused || this.#gate.isOver(this.gateway, 2)) return
    if (this.#gate.isFull) return this.#gate.wait(this)
    this.#paused = false
    this.#socket.resume()
  }
}
