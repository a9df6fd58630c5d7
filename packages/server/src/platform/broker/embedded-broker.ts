import { createServer as createTcpServer, Socket } from 'node:net'
import type { Server } from 'node:net'
import { createServer as createTlsServer } from 'node:tls'
import { isGatewayCode, parseTopic, TOPIC_PREFIX } from '@emberwatch/device-link'
import { Aedes } from 'aedes'
import type { AuthenticateError, Client, PublishPacket } from 'aedes'
import { AckWriter } from './ack-writer.ts'
import { DEFAULT_BROKER_LIMITS } from './broker.ts'
import type { AuthenticateGateway, Broker, BrokerLimits, BrokerLog, BrokerStatus, MessageHandler } from './broker.ts'
import { FailureLimiter } from './failure-limiter.ts'
import { ReadGate } from './read-gate.ts'

export interface EmbeddedBrokerOptions {
  host: string
  /** 0 takes a free port; see `port`. */
  port: number
  /** With it the listener speaks TLS only. PEM. */
  tls?: { key: string; cert: string }
  authenticate: AuthenticateGateway
  log: BrokerLog
  limits?: Partial<BrokerLimits>
}

// CONNACK return codes of MQTT 3.1.1
const SERVER_UNAVAILABLE = 3
const BAD_USERNAME_OR_PASSWORD = 4
const NOT_AUTHORIZED = 5

/**
 * MQTT 3.1.1 inside this process. It routes nothing between gateways and remembers nothing: what gateways send goes to the handler and
 * nowhere else, every session is clean, and what must reach a gateway waits in the database, not here.
 */
export class EmbeddedBroker implements Broker {
  readonly #options: EmbeddedBrokerOptions
  readonly #limits: BrokerLimits
  readonly #aedes: UplinkAedes
  readonly #gate: ReadGate
  readonly #failures: FailureLimiter
  readonly #acks = new AckWriter()
  /** Why a CONNECT will be refused, known before its secret is looked at. */
  readonly #refused = new WeakSet<Client>()
  readonly #gateways = new WeakMap<Client, string>()
  /** Connections by gateway, oldest first. */
  readonly #clients = new Map<string, Set<Client>>()
  #server: Server | undefined
  #handler: MessageHandler | undefined
  #stopping = false

  constructor(options: EmbeddedBrokerOptions) {
    this.#options = options
    this.#limits = { ...DEFAULT_BROKER_LIMITS, ...options.limits }
    this.#gate = new ReadGate(this.#limits.inFlightMessages, this.#limits.inFlightBytes)
    this.#failures = new FailureLimiter(this.#limits.failuresPerMinute)
    this.#aedes = new UplinkAedes({
      connectTimeout: 10_000,
      maxClientsIdLength: 512,
      preConnect: (client, packet, callback) => {
        const gateway = packet.username ?? ''
        // The client id lives inside its gateway's own space: it can displace that gateway's connections and nobody else's.
        packet.clientId = `${gateway}/${packet.clientId}`
        packet.clean = true
        packet.keepalive = Math.min(packet.keepalive || this.#limits.keepaliveSeconds, this.#limits.keepaliveSeconds)
        const will = packet.will === undefined ? undefined : parseTopic(packet.will.topic)
        const foreignWill = packet.will !== undefined && will?.gateway !== gateway
        if (!isGatewayCode(gateway) || foreignWill) this.#refused.add(client)
        callback(null, true)
      },
      authenticate: (client, username, password, callback) => {
        void this.#authenticate(client, username ?? '', password?.toString() ?? '').then((code) =>
          code === 0 ? callback(null, true) : callback(connectError(code), null),
        )
      },
      authorizePublish: (client, packet, callback) => this.#take(client, packet, callback),
      authorizeSubscribe: (client, subscription, callback) => {
        const allowed = isOwnDownFilter(subscription.topic, this.#gateways.get(client))
        callback(null, allowed ? { ...subscription, qos: subscription.qos === 2 ? 1 : subscription.qos } : null)
      },
    })
    this.#aedes.on('client', (client) => this.#register(client))
    this.#aedes.on('clientDisconnect', (client) => this.#unregister(client))
    this.#aedes.on('clientError', (client, error) =>
      options.log.info({ client: client.id, reason: error.message }, 'mqtt connection lost'),
    )
  }

  /** The port that is listened on; 0 before `start`. */
  get port(): number {
    const address = this.#server?.address()
    return typeof address === 'object' && address !== null ? address.port : 0
  }

  onMessage(handler: MessageHandler): void {
    this.#handler = handler
  }

  async start(): Promise<void> {
    await this.#aedes.listen()
    const accept = (socket: Socket) => {
      socket.setNoDelay(true)
      this.#gate.guard(socket, () => socket.destroy(new Error('packet too large')))
      this.#aedes.handle(socket)
    }
    const { host, port, tls } = this.#options
    const server = tls === undefined ? createTcpServer(accept) : createTlsServer(tls, accept)
    server.maxConnections = this.#limits.connections
    await new Promise<void>((resolve, reject) => {
      server.once('error', reject)
      server.listen({ host, port, backlog: 4096 }, resolve)
    }).catch(async (error: unknown) => {
      await this.#closeAedes()
      throw error
    })
    server.on('error', (error) => this.#options.log.warn({ reason: error.message }, 'mqtt listener'))
    this.#server = server
  }

  async stop(): Promise<void> {
    if (this.#stopping) return
    this.#stopping = true
    const closed = new Promise<void>((resolve) => {
      if (this.#server === undefined) resolve()
      else this.#server.close(() => resolve())
    })
    await this.#closeAedes()
    await closed
  }

  publish(topic: string, payload: string | Uint8Array): Promise<void> {
    const packet: PublishPacket = { cmd: 'publish', topic, payload: Buffer.from(payload), qos: 1, dup: false, retain: false }
    return new Promise((resolve, reject) => {
      this.#aedes.publish(packet, (error) => (error ? reject(error) : resolve()))
    })
  }

  kick(gateway: string): void {
    for (const client of this.#clients.get(gateway) ?? []) client.close()
  }

  status(): BrokerStatus {
    const ready = this.#server?.listening === true && !this.#stopping
    return { ready, connections: this.#aedes.connectedClients, inFlight: this.#gate.messages }
  }

  /** 0, or the CONNACK code of the refusal. */
  async #authenticate(client: Client, gateway: string, secret: string): Promise<number> {
    const ip = client.conn instanceof Socket ? (client.conn.remoteAddress ?? '') : ''
    const key = `${ip} ${gateway}`
    // Blocking the pair, not the address or the gateway: nobody can lock out a gateway from elsewhere, nor its neighbours behind one address.
    if (this.#refused.has(client) || this.#failures.isBlocked(key)) return NOT_AUTHORIZED
    let accepted: boolean
    try {
      accepted = await this.#options.authenticate(gateway, secret, ip)
    } catch (error) {
      this.#options.log.warn({ gateway, reason: String(error) }, 'mqtt sign-in undecided')
      return SERVER_UNAVAILABLE
    }
    if (!accepted) {
      this.#failures.failed(key)
      return BAD_USERNAME_OR_PASSWORD
    }
    this.#failures.succeeded(key)
    this.#gateways.set(client, gateway)
    return 0
  }

  /** The acknowledgement is held until the handler is done; it is never given for a message given back. */
  #take(client: Client | null, packet: PublishPacket, callback: (error?: Error | null) => void): void {
    const gateway = client === null ? undefined : this.#gateways.get(client)
    if (client === null || gateway === undefined || this.#handler === undefined || this.#stopping) {
      callback(new Error('not taken'))
      return
    }
    const payload = typeof packet.payload === 'string' ? Buffer.from(packet.payload) : packet.payload
    const parsed = parseTopic(packet.topic)
    const channel = parsed?.gateway === gateway ? parsed.channel : undefined
    let open = true
    this.#gate.enter(payload.byteLength)
    this.#handler({ gateway, channel, topic: packet.topic, payload, receivedAt: new Date() }, (error) => {
      if (!open) return
      open = false
      this.#gate.leave(payload.byteLength)
      if (error !== undefined) return client.close()
      if (packet.qos === 1 && packet.messageId !== undefined) {
        // Acknowledged by us, many at a time; for aedes the message then needs no answer any more.
        this.#acks.add(client.conn, packet.messageId)
        packet.qos = 0
      }
      callback(null)
    })
  }

  #register(client: Client): void {
    const gateway = this.#gateways.get(client)
    if (gateway === undefined) return
    const clients = this.#clients.get(gateway) ?? new Set()
    this.#clients.set(gateway, clients.add(client))
    const oldest = clients.values().next().value
    if (clients.size > this.#limits.connectionsPerGateway) oldest?.close()
  }

  #unregister(client: Client): void {
    const gateway = this.#gateways.get(client)
    if (gateway === undefined) return
    const clients = this.#clients.get(gateway)
    clients?.delete(client)
    if (clients?.size === 0) this.#clients.delete(gateway)
  }

  #closeAedes(): Promise<void> {
    return new Promise((resolve) => this.#aedes.close(() => resolve()))
  }
}

/** aedes that forwards nothing from gateway to gateway: what a client publishes ends at the handler. */
class UplinkAedes extends Aedes {
  override publish(packet: PublishPacket, callback: (error?: Error) => void): void
  override publish(packet: PublishPacket, client: Client, callback: (error?: Error) => void): void
  override publish(
    packet: PublishPacket,
    clientOrCallback: Client | ((error?: Error) => void),
    done?: (error?: Error) => void,
  ): void {
    if (typeof clientOrCallback === 'function') super.publish(packet, clientOrCallback)
    else done?.()
  }
}

function connectError(returnCode: number): AuthenticateError {
  return Object.assign(new Error('refused'), { returnCode })
}

const downFilters: ReadonlySet<string> = new Set(['command', 'upgrade', '+', '#', 'command/#', 'upgrade/#'])

/** The closed set of filters keeps what a gateway can make us remember small. */
function isOwnDownFilter(filter: string, gateway: string | undefined): boolean {
  const prefix = `${TOPIC_PREFIX}${gateway ?? ''}/`
  return gateway !== undefined && filter.startsWith(prefix) && downFilters.has(filter.slice(prefix.length))
}
