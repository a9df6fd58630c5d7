import { performance } from 'node:perf_hooks'
import type { Socket } from 'node:net'
import { setTimeout as delay } from 'node:timers/promises'
import { isGatewayCode, isReceiverName, parseTopic, receiverOf } from '@emberwatch/device-link'
import type { IConnectPacket } from 'mqtt-packet'
import { systemClock, type Clock } from '../context.ts'
import { AckWriter } from './ack-writer.ts'
import { defaultBrokerLimits } from './broker.ts'
import type {
  AuthenticateGateway,
  Broker,
  BrokerLimits,
  BrokerLog,
  BrokerStatus,
  MessageDone,
  MessageHandler,
  AcknowledgedBy,
} from './broker.ts'
import { Listener } from './listener.ts'
import type { ListenerOptions } from './listener.ts'
import { MqttConnection } from './mqtt-connection.ts'
import { ReadGate } from './read-gate.ts'
import { reasonCodes } from './reason-codes.ts'
import { AuthFailures } from './auth-failures.ts'

export interface EmbeddedBrokerOptions extends ListenerOptions {
  readonly authenticate: AuthenticateGateway
  /** Decides about third parties that receive events (`open/<code>`). Without it, none may connect. */
  readonly authenticateReceiver?: AuthenticateGateway | undefined
  /** Hears of a client with the right secret that is refused for its Will. */
  readonly onForeignWill?: ((gateway: string, secret: string) => void) | undefined
  readonly log: BrokerLog
  readonly limits?: Partial<BrokerLimits>
  /** Tells when a message was received. In an installation of several processes it is the same in all of them. */
  readonly clock?: Clock | undefined
}

const keepaliveCheckMs = 1000

/** Whose topic it is: a receiver's or a gateway's. A gateway called `open` gets nothing of the receivers'. */
const clientOf = (topic: string): string => receiverOf(topic) ?? parseTopic(topic)?.gateway ?? ''

/**
 * MQTT 3.1.1 and 5.0 inside this process. It does not route between gateways and keeps no state: what gateways send goes only to
 * the handler, every session ends with its connection, and commands wait in the database, not here.
 */
export class EmbeddedBroker implements Broker {
  readonly #options: EmbeddedBrokerOptions
  readonly #limits: BrokerLimits
  readonly #clock: Clock
  readonly #listener: Listener
  readonly #gate: ReadGate
  readonly #authFailures: AuthFailures
  readonly #acks = new AckWriter()
  /** Not authenticated yet, oldest first, with their deadline. */
  readonly #unauthenticated = new Map<MqttConnection, number>()
  /** Authenticated, by gateway, oldest first. */
  readonly #connections = new Map<string, Set<MqttConnection>>()
  #signedIn = 0
  #keepalive: NodeJS.Timeout | undefined
  #handler: MessageHandler | undefined
  #stopping = false

  constructor(options: EmbeddedBrokerOptions) {
    this.#options = options
    this.#clock = options.clock ?? systemClock
    this.#limits = { ...defaultBrokerLimits, ...options.limits }
    this.#gate = new ReadGate({
      messages: this.#limits.inFlightMessages,
      bytes: this.#limits.inFlightBytes,
      messagesPerGateway: this.#limits.inFlightMessagesPerGateway,
      bytesPerGateway: this.#limits.inFlightBytesPerGateway,
    })
    this.#authFailures = new AuthFailures(this.#limits.failuresPerMinute)
    this.#listener = new Listener(options, (socket, address) => this.#accept(socket, address))
  }

  /** The port for plain MQTT. 0 before `start` or if it is off. */
  get port(): number {
    return this.#listener.port
  }

  /** The port for MQTT over TLS. 0 before `start` or if it is off. */
  get tlsPort(): number {
    return this.#listener.tlsPort
  }

  onMessage(handler: MessageHandler): void {
    this.#handler = handler
  }

  async start(): Promise<void> {
    await this.#listener.start()
    this.#keepalive = setInterval(() => this.#checkTimes(), keepaliveCheckMs)
  }

  async stop(): Promise<void> {
    if (this.#stopping) return
    this.#stopping = true
    clearInterval(this.#keepalive)
    const closed = this.#listener.stop()
    for (const connection of [...this.#unauthenticated.keys(), ...[...this.#connections.values()].flatMap((set) => [...set])])
      connection.close(reasonCodes.serverShuttingDown, 'stopped')
    await closed
  }

  async publish(topic: string, payload: string | Uint8Array): Promise<void> {
    const gateway = clientOf(topic)
    for (const connection of this.#connections.get(gateway) ?? []) {
      if (!connection.deliver(topic, Buffer.from(payload)))
        this.#options.log.warn({ gateway, topic }, 'a gateway reads too slowly')
    }
  }

  reaches(topic: string): boolean {
    return this.#subscribers(topic).length > 0
  }

  deliver(topic: string, payload: string | Uint8Array): Promise<AcknowledgedBy> {
    const connections = this.#subscribers(topic)
    if (connections.length === 0) return Promise.resolve('none')
    const bytes = Buffer.from(payload)
    // A gateway with two connections gets the message twice, with the same id, as QoS 1 allows for any message.
    return new Promise((resolve) => {
      const taken = connections.filter((connection) => connection.deliver(topic, bytes, () => resolve('gateway')))
      if (taken.length === 0) resolve('none')
    })
  }

  #subscribers(topic: string): MqttConnection[] {
    const connections = this.#connections.get(clientOf(topic)) ?? []
    return [...connections].filter((connection) => connection.isSubscribed(topic))
  }

  kick(gateway: string): void {
    for (const connection of this.#connections.get(gateway) ?? []) connection.close(reasonCodes.administrativeAction, 'kicked')
  }

  kickReceivers(): void {
    for (const name of this.#connections.keys()) if (isReceiverName(name)) this.kick(name)
  }

  status(): BrokerStatus {
    const ready = this.#listener.listening && !this.#stopping
    return { ready, standby: false, connections: this.#signedIn, inFlight: this.#gate.messages }
  }

  #accept(socket: Socket, address: string): void {
    if (this.#stopping) return void socket.destroy()
    const host = {
      signIn: (connection: MqttConnection, packet: IConnectPacket) => this.#signIn(connection, packet),
      take: (connection: MqttConnection, topic: string, payload: Buffer, done: MessageDone, park?: () => void) =>
        this.#take(connection, topic, payload, done, park),
      closed: (connection: MqttConnection, reason: string) => this.#closed(connection, reason),
    }
    const share = this.#gate.share(socket)
    const maxKeepaliveSeconds = this.#limits.keepaliveSeconds
    const connection = new MqttConnection({ socket, address, host, share, acks: this.#acks, maxKeepaliveSeconds })
    this.#unauthenticated.set(connection, performance.now() + this.#limits.signInSeconds * 1000)
    // Real gateways authenticate immediately, so a flood consists of idle connections, and these are closed.
    const [oldest] = this.#unauthenticated.keys()
    if (this.#unauthenticated.size > this.#limits.unauthenticated)
      oldest?.close(reasonCodes.serverUnavailable, 'too many connections')
  }

  /**
   * 0, or the reason code of the rejection. A right secret is never rejected because of somebody else's wrong ones. Only wrong
   * ones are delayed.
   */
  async #signIn(connection: MqttConnection, packet: IConnectPacket): Promise<number> {
    const { address } = connection
    const gateway = packet.username ?? ''
    const secret = packet.password?.toString() ?? ''
    const isReceiver = isReceiverName(gateway)
    const authenticate = isReceiver ? this.#options.authenticateReceiver : this.#options.authenticate
    if ((!isReceiver && !isGatewayCode(gateway)) || authenticate === undefined) return reasonCodes.notAuthorized
    try {
      const answer = await authenticate(gateway, secret, address)
      if (answer !== true) {
        await delay(this.#authFailures.count(address, gateway))
        return answer === 'disabled' ? reasonCodes.notAuthorized : reasonCodes.badCredentials
      }
    } catch (error) {
      this.#options.log.warn({ gateway, reason: String(error) }, 'an mqtt sign-in could not be decided')
      return reasonCodes.serverUnavailable
    }
    // The name of a receiver is no gateway's, so any Will of one is foreign. MQTT 5.0 has a code for a Will that is not accepted.
    if (packet.will !== undefined && parseTopic(packet.will.topic)?.gateway !== gateway) {
      this.#options.log.warn(
        { gateway, address, topic: packet.will.topic },
        'a gateway is refused: its Will is on a foreign topic',
      )
      this.#options.onForeignWill?.(gateway, secret)
      return reasonCodes.topicNameInvalid
    }
    // A gateway that used up its share waits until that is stored: each new connection may bring more data and a Will.
    if (this.#signedIn >= this.#limits.connections || this.#gate.hasUsedUp(gateway)) return reasonCodes.serverUnavailable
    connection.gateway = gateway
    this.#register(connection)
    return reasonCodes.success
  }

  #take(connection: MqttConnection, topic: string, payload: Buffer, done: MessageDone, park?: () => void): void {
    if (this.#handler === undefined || this.#stopping) return
    const { gateway } = connection
    const parsed = parseTopic(topic)
    const channel = parsed?.gateway === gateway ? parsed.channel : undefined
    this.#handler({ gateway, channel, topic, payload, receivedAt: this.#clock.now(), park }, done)
  }

  /** A client id is local to its gateway: it can only displace that gateway's own connections. */
  #register(connection: MqttConnection): void {
    if (!this.#unauthenticated.delete(connection)) return
    const connections = this.#connections.get(connection.gateway) ?? new Set()
    const namesake = [...connections].find(({ clientId }) => clientId === connection.clientId)
    namesake?.close(reasonCodes.sessionTakenOver, 'taken over')
    this.#connections.set(connection.gateway, connections.add(connection))
    this.#signedIn++
    const [oldest] = connections
    if (connections.size > this.#limits.connectionsPerGateway) oldest?.close(reasonCodes.sessionTakenOver, 'too many connections')
  }

  #closed(connection: MqttConnection, reason: string): void {
    const { gateway, address } = connection
    if (this.#unauthenticated.delete(connection)) return
    this.#options.log.info({ gateway, address, reason }, 'mqtt connection ended')
    const connections = this.#connections.get(gateway)
    if (connections?.delete(connection)) this.#signedIn--
    if (connections?.size === 0) this.#connections.delete(gateway)
  }

  #checkTimes(): void {
    const now = performance.now()
    for (const [connection, until] of this.#unauthenticated) {
      if (until > now) break
      connection.close(reasonCodes.keepAliveTimeout, 'no sign-in')
    }
    for (const connections of this.#connections.values()) for (const connection of connections) connection.checkKeepalive(now)
  }
}
