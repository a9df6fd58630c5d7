import { parseTopic, upFilters } from '@emberwatch/device-link'
import { connect } from 'mqtt'
import type { IPublishPacket, MqttClient } from 'mqtt'
import { messageOf, StartupError } from '../startup-error.ts'
import { DEFAULT_BROKER_LIMITS } from './broker.ts'
import type { Broker, BrokerLimits, BrokerLog, BrokerStatus, MessageHandler } from './broker.ts'

export interface ExternalBrokerOptions {
  /** `mqtt://user:password@host:1883`, `mqtts://…`, `ws://…`. */
  url: string
  /** Names this process at the broker and stays the same over its restarts: the broker keeps what came meanwhile under this name. */
  clientId: string
  log: BrokerLog
  limits?: Partial<Pick<BrokerLimits, 'inFlightMessages'>>
}

/** Consumer group: each message goes to one of our processes. */
const GROUP = '$share/emberwatch/'
/** How long the broker keeps our session, and what arrives meanwhile, when we are away. */
const SESSION_SECONDS = 24 * 3600
const CONNECT_TIMEOUT_MS = 10_000
/** MQTT 5 allows 65,535 unacknowledged messages. */
const MAX_RECEIVE = 65_535

/**
 * Consumes from a broker cluster (EMQX, Mosquitto, NATS) over MQTT 5. The cluster authenticates gateways and confines each to its own
 * topics; `docs/operations` gives its rules. Acknowledgements are ours alone and leave after the commit; the receive maximum bounds memory.
 */
export class ExternalBroker implements Broker {
  readonly #options: ExternalBrokerOptions
  readonly #receiveMaximum: number
  #client: MqttClient | undefined
  #handler: MessageHandler | undefined
  #subscribed = false
  #inFlight = 0
  /** Rises with every connection: packet ids of an older one must not be acknowledged. */
  #connection = 0

  constructor(options: ExternalBrokerOptions) {
    this.#options = options
    this.#receiveMaximum = Math.min(options.limits?.inFlightMessages ?? DEFAULT_BROKER_LIMITS.inFlightMessages, MAX_RECEIVE)
  }

  onMessage(handler: MessageHandler): void {
    this.#handler = handler
  }

  async start(): Promise<void> {
    const { url, clientId, log } = this.#options
    const client = connect(url, {
      protocolVersion: 5,
      clientId,
      clean: false,
      properties: { sessionExpiryInterval: SESSION_SECONDS, receiveMaximum: this.#receiveMaximum },
      reconnectPeriod: 1000,
      connectTimeout: CONNECT_TIMEOUT_MS,
      resubscribe: false,
      // A command that could not leave is sent again by whoever wants it done, not by a queue in memory.
      queueQoSZero: false,
    })
    this.#client = client
    // mqtt acknowledges one message after the other and takes the next only then, which would allow one message per commit. An error
    // given to its callback withholds its acknowledgement and lets it go on; ours is written when the handler is done.
    client.handleMessage = (packet, callback) => {
      this.#take(client, packet)
      callback(new Error('acknowledged later'))
    }
    client.on('close', () => {
      this.#subscribed = false
      this.#connection++
    })
    client.on('error', (error) => log.warn({ reason: error.message }, 'mqtt broker'))
    await new Promise<void>((resolve, reject) => {
      const timer = setTimeout(() => reject(new Error('the MQTT broker does not answer')), CONNECT_TIMEOUT_MS)
      const settle = (error?: unknown) => {
        clearTimeout(timer)
        if (error === undefined) resolve()
        else reject(error instanceof Error ? error : new Error(String(error)))
      }
      client.once('error', settle)
      client.on('connect', () => {
        this.#subscribe(client).then(() => settle(), settle)
      })
    }).catch(async (error: unknown) => {
      await client.endAsync(true)
      throw new StartupError(
        `The MQTT broker at ${withoutPassword(url)} cannot be used: ${messageOf(error)}. Check MQTT_URL and that it runs.`,
      )
    })
  }

  async stop(): Promise<void> {
    this.#subscribed = false
    // Forced: a polite end would wait for acknowledgements that are not to be given any more.
    await this.#client?.endAsync(true)
  }

  async publish(topic: string, payload: string | Uint8Array): Promise<void> {
    if (this.#client?.connected !== true) throw new Error('the MQTT broker is away')
    await this.#client.publishAsync(topic, Buffer.from(payload), { qos: 1 })
  }

  /** The gateway's connection belongs to the cluster; its rules decide at the next connect. */
  kick(gateway: string): void {
    this.#options.log.info({ gateway }, 'an external broker must end the connection of this gateway')
  }

  status(): BrokerStatus {
    return { ready: this.#client?.connected === true && this.#subscribed, connections: undefined, inFlight: this.#inFlight }
  }

  async #subscribe(client: MqttClient): Promise<void> {
    const granted = await client.subscribeAsync(
      upFilters().map((filter) => GROUP + filter),
      { qos: 1 },
    )
    if (granted.some(({ qos }) => qos >= 128)) throw new Error('the MQTT broker refuses our subscription')
    this.#subscribed = true
    this.#options.log.info({ url: withoutPassword(this.#options.url) }, 'mqtt broker connected')
  }

  #take(client: MqttClient, packet: IPublishPacket): void {
    const connection = this.#connection
    const payload = typeof packet.payload === 'string' ? Buffer.from(packet.payload) : packet.payload
    const parsed = parseTopic(packet.topic)
    let open = true
    const done = (error?: Error) => {
      if (!open) return
      open = false
      this.#inFlight--
      if (connection !== this.#connection) return
      if (error !== undefined) {
        // MQTT offers no "again": the broker sends it again on the next connection.
        client.reconnect()
      } else if (packet.qos === 1 && packet.messageId !== undefined) {
        client.stream.write(puback(packet.messageId))
      }
    }
    this.#inFlight++
    if (parsed === undefined || this.#handler === undefined) return done()
    this.#handler(
      { gateway: parsed.gateway, channel: parsed.channel, topic: packet.topic, payload, receivedAt: new Date() },
      done,
    )
  }
}

/** PUBACK of MQTT 5 without reason code: success. */
function puback(messageId: number): Buffer {
  return Buffer.from([0x40, 2, messageId >> 8, messageId & 0xff])
}

function withoutPassword(url: string): string {
  const parsed = new URL(url)
  parsed.password = ''
  return parsed.toString()
}
