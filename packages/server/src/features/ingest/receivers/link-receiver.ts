import type { Socket } from 'node:net'
import {
  defaultBrokerLimits,
  type BrokerLimits,
  type BrokerLog,
  type BrokerMessage,
  type MessageDone,
} from '../../../platform/broker/broker.ts'
import { Listener } from '../../../platform/broker/listener.ts'
import { ReadGate, type ReadLimits } from '../../../platform/broker/read-gate.ts'
import type { Clock } from '../../../platform/context.ts'
import type { LogBudget } from '../../../platform/broker/log-budget.ts'
import type { Admission } from './frame-intake.ts'
import { LinkConnection } from './link-connection.ts'
import type { LinkProtocol } from './link-protocol.ts'
import type { ClockCorrections, UnknownSenders } from './link-senders.ts'

export interface LinkReceiverOptions {
  readonly protocol: LinkProtocol
  readonly host: string
  readonly port: number
  /** Load balancers that speak the PROXY protocol. */
  readonly proxies: readonly string[]
  readonly limits?: Partial<BrokerLimits>
  readonly log: BrokerLog
  readonly clock: Clock
  /** Whether an address may send. Rejects while the database is unavailable. */
  admit(linkAddress: string, ip: string, isEncrypted: boolean): Promise<Admission>
  /** Accepts a frame. `done` is called after its commit. */
  take(message: BrokerMessage, done: MessageDone): void
}

const checkMs = 1_000
/** A frame that is not continued for so long ended there (ms). Longer than a pause of a mobile line between two packets. */
const partialMs = 10_000
/** Addresses of the network from which one sender may have as many connections as a gateway. */
const mostPlaces = 64

/** What the receivers of one protocol share. */
export interface SharedSenders {
  readonly unknown: UnknownSenders
  readonly corrections: ClockCorrections
  readonly budget: LogBudget
}

/** Limits are those of the broker. */
export const limitsOf = ({ limits }: Pick<LinkReceiverOptions, 'limits'>): BrokerLimits => ({ ...defaultBrokerLimits, ...limits })

export const readLimitsOf = (limits: BrokerLimits): ReadLimits => ({
  messages: limits.inFlightMessages,
  bytes: limits.inFlightBytes,
  messagesPerGateway: limits.inFlightMessagesPerGateway,
  bytesPerGateway: limits.inFlightBytesPerGateway,
})

/**
 * Receives the frames of one protocol over TCP. Limits are those of the broker: unauthenticated connections are bounded and must identify themselves soon, each
 * gateway has its share of what is under way, and at the limit nothing is read.
 */
export class LinkReceiver {
  readonly #options: LinkReceiverOptions
  readonly #limits: BrokerLimits
  readonly #listener: Listener
  readonly #gate: ReadGate
  /** Have not named themselves yet, or are nobody's, oldest first, with their deadline. */
  readonly #unidentified = new Map<LinkConnection, number>()
  /** By the address of their first frame, oldest first. */
  readonly #connections = new Map<string, Set<LinkConnection>>()
  #identifiedCount = 0
  readonly #senders: SharedSenders
  #timer: NodeJS.Timeout | undefined
  #isStopping = false

  constructor(options: LinkReceiverOptions, senders: SharedSenders) {
    const { host, port, proxies, log } = options
    this.#options = options
    this.#senders = senders
    this.#limits = limitsOf(options)
    this.#gate = new ReadGate(readLimitsOf(this.#limits))
    this.#listener = new Listener({ host, port, proxies, log }, (socket, ip) => this.#accept(socket, ip))
  }

  get name(): LinkProtocol['name'] {
    return this.#options.protocol.name
  }

  /** 0 while it is not listening. */
  get port(): number {
    return this.#listener.port
  }

  get connections(): number {
    return this.#identifiedCount
  }

  /** Whether frames can arrive. */
  get ready(): boolean {
    return this.#listener.listening && !this.#isStopping
  }

  async start(): Promise<void> {
    await this.#listener.start()
    this.#timer = setInterval(() => this.#checkTimes(), checkMs)
  }

  /** Takes nothing more. What is not stored by then stays without an answer, and is sent again. */
  async stop(): Promise<void> {
    this.#isStopping = true
    clearInterval(this.#timer)
    const closed = this.#listener.stop()
    for (const connection of this.#all()) connection.end('stopped')
    await closed
  }

  /** A gateway changed, or any may have: whether it may send is asked again at its next frame. */
  gatewaysChanged(): void {
    for (const connection of this.#all()) connection.forgetAdmissions()
  }

  #all(): LinkConnection[] {
    return [...this.#unidentified.keys(), ...[...this.#connections.values()].flatMap((set) => [...set])]
  }

  #accept(socket: Socket, ip: string): void {
    if (this.#isStopping) return void socket.destroy()
    const { protocol, log, clock, admit, take } = this.#options
    const connection = new LinkConnection(socket, ip, this.#gate.share(socket), {
      protocol,
      log,
      admit,
      now: () => clock.now(),
      ...this.#senders,
      take: (message, done) => {
        if (!this.#isStopping) take(message, done)
      },
      identified: (known, admission) => this.#identified(known, admission),
      closed: (gone, reason) => this.#closed(gone, reason),
    })
    this.#unidentified.set(connection, performance.now() + this.#limits.signInSeconds * 1_000)
    const [oldest] = this.#unidentified.keys()
    if (this.#unidentified.size > this.#limits.unauthenticated) oldest?.end('too many connections')
  }

  #identified(connection: LinkConnection, admission: Admission['as']): void {
    if (!this.#unidentified.has(connection)) return
    // Nobody's: it may stay, and makes room first.
    if (admission !== 'known') return void this.#unidentified.set(connection, Infinity)
    this.#unidentified.delete(connection)
    const { identity = '' } = connection
    this.#identifiedCount++
    const connections = this.#connections.get(identity) ?? new Set()
    this.#connections.set(identity, connections.add(connection))
    this.#makeRoom(connections, connection)
    if (this.connections > this.#limits.connections) connection.end('too many connections')
  }

  /**
   * A mobile line leaves connections behind that are never closed. The limit is for each address of the network: whoever else uses the
   * sender's, which is no secret, neither ends its connections nor keeps it out.
   */
  #makeRoom(connections: ReadonlySet<LinkConnection>, newest: LinkConnection): void {
    const { connectionsPerGateway } = this.#limits
    const own = [...connections].filter(({ ip }) => ip === newest.ip)
    const [longestSilent] = own.filter((each) => each !== newest).toSorted((a, b) => a.lastReceivedAt - b.lastReceivedAt)
    if (own.length > connectionsPerGateway) longestSilent?.end('too many connections')
    else if (connections.size > connectionsPerGateway * mostPlaces) newest.end('too many connections')
  }

  #closed(connection: LinkConnection, reason: string): void {
    if (this.#unidentified.delete(connection)) return
    const { identity = '', ip } = connection
    this.#options.log.info({ sender: identity, ip, reason }, 'a link ended')
    const connections = this.#connections.get(identity)
    if (connections?.delete(connection)) this.#identifiedCount--
    if (connections?.size === 0) this.#connections.delete(identity)
  }

  #checkTimes(): void {
    const now = performance.now()
    for (const [connection, until] of this.#unidentified) if (until < now && !connection.isHeldUp) connection.end('no frame')
    for (const connection of this.#all()) {
      if (connection.isHeldUp) connection.lastReceivedAt = now
      const silentMs = now - connection.lastReceivedAt
      if (silentMs > this.#limits.keepaliveSeconds * 1_000) connection.end('silent')
      else if (silentMs > partialMs) connection.endPartial()
    }
  }
}
