import { randomUUID } from 'node:crypto'
import { setTimeout as delay } from 'node:timers/promises'
import { parseTopic, upFilters } from '@emberwatch/device-link'
import { connect } from 'mqtt'
import type { IPublishPacket, MqttClient } from 'mqtt'
import type pg from 'pg'
import { Leadership } from '../database/leadership.ts'
import { messageOf, StartupError } from '../startup-error.ts'
import { DEFAULT_BROKER_LIMITS } from './broker.ts'
import type { Broker, BrokerLimits, BrokerLog, BrokerStatus, MessageHandler } from './broker.ts'

export interface ExternalBrokerOptions {
  /** `mqtt://user:password@host:1883`, `mqtts://…`, `ws://…`. */
  url: string
  /** Names this installation at the broker, the same for all its processes and over restarts: the broker keeps under it what came meanwhile. */
  clientId: string
  /** Of the database in which the processes agree which of them receives. */
  connection: pg.PoolConfig
  log: BrokerLog
  limits?: Partial<Pick<BrokerLimits, 'inFlightMessages'>>
}

/** The broker keeps our session, and what arrives meanwhile, for good: it has acknowledged it (MQTT 5.0, 3.1.2.11.2). */
const SESSION_NEVER_EXPIRES = 0xffffffff
const CONNECT_TIMEOUT_MS = 10_000
const RECONNECT_MS = 500
/** Short, so that a broker that is gone without a word is noticed. */
const KEEPALIVE_SECONDS = 10
/** MQTT 5.0 allows 65,535 unacknowledged messages. */
const MAX_RECEIVE = 65_535

/**
 * Consumes from a broker outside (Mosquitto, EMQX, …) over MQTT 5.0. The broker authenticates gateways and confines each to its own topics; docs/mqtt.md gives
 * its rules. Of all ingest processes one receives, under one name, in one session that the broker keeps: so the order of each gateway holds, and when that
 * process dies or freezes another one takes its session over and is sent again whatever was not acknowledged. Acknowledgements leave after the commit; the
 * receive maximum bounds memory. Commands go out on a connection of each process's own.
 */
export class ExternalBroker implements Broker {
  readonly #options: ExternalBrokerOptions
  readonly #receiveMaximum: number
  readonly #leadership: Leadership
  #sender: MqttClient | undefined
  #receiver: MqttClient | undefined
  #receiving: Promise<void> | undefined
  #handler: MessageHandler | undefined
  #subscribed = false
  #inFlight = 0

  constructor(options: ExternalBrokerOptions) {
    this.#options = options
    this.#receiveMaximum = Math.min(options.limits?.inFlightMessages ?? DEFAULT_BROKER_LIMITS.inFlightMessages, MAX_RECEIVE)
    this.#leadership = new Leadership({
      connection: options.connection,
      name: `mqtt ${options.clientId}`,
      log: options.log,
      onGained: () => {
        this.#receiving = this.#receive(this.#receiving)
      },
      onLost: () => this.#receiver?.end(true),
    })
  }

  onMessage(handler: MessageHandler): void {
    this.#handler = handler
  }

  async start(): Promise<void> {
    const { url, clientId, log } = this.#options
    const sender = connect(url, {
      protocolVersion: 5,
      clientId: `${clientId}-${randomUUID()}`,
      keepalive: KEEPALIVE_SECONDS,
      reconnectPeriod: RECONNECT_MS,
      connectTimeout: CONNECT_TIMEOUT_MS,
      // A broker that is starting may refuse us for a moment; without this the client would never try again.
      reconnectOnConnackError: true,
      // A command that could not leave is sent again by whoever wants it done, not by a queue in memory.
      queueQoSZero: false,
    })
    this.#sender = sender
    sender.on('error', (error) => log.warn({ reason: error.message }, 'mqtt broker'))
    try {
      await answered(sender)
    } catch (error) {
      await sender.endAsync(true)
      throw new StartupError(
        `The MQTT broker at ${withoutPassword(url)} cannot be used: ${messageOf(error)}. Check MQTT_URL and that it runs.`,
      )
    }
    this.#leadership.start()
  }

  async stop(): Promise<void> {
    // Forced: a polite end would wait for acknowledgements that are not to be given any more.
    await this.#leadership.stop()
    await this.#receiving
    await this.#sender?.endAsync(true)
  }

  async publish(topic: string, payload: string | Uint8Array): Promise<void> {
    if (this.#sender?.connected !== true) throw new Error('the MQTT broker is away')
    await this.#sender.publishAsync(topic, Buffer.from(payload), { qos: 1 })
  }

  /** The gateway's connection belongs to the broker; its rules decide at the next connect. */
  kick(gateway: string): void {
    this.#options.log.info({ gateway }, 'an external broker must end the connection of this gateway')
  }

  status(): BrokerStatus {
    return {
      ready: this.#subscribed,
      standby: this.#leadership.isStandingBy && this.#sender?.connected === true,
      connections: undefined,
      inFlight: this.#inFlight,
    }
  }

  /** One connection after the other for as long as we lead. The name fences: whoever connects under it ends the connection of whoever had it. */
  async #receive(previous: Promise<void> | undefined): Promise<void> {
    await previous
    while (await this.#leadership.confirm()) {
      const client = this.#connect()
      this.#receiver = client
      await new Promise<void>((resolve) => client.once('close', () => resolve()))
      this.#receiver = undefined
      this.#subscribed = false
      await client.endAsync(true)
      await delay(RECONNECT_MS)
    }
  }

  #connect(): MqttClient {
    const { url, clientId, log } = this.#options
    const client = connect(url, {
      protocolVersion: 5,
      clientId,
      clean: false,
      properties: { sessionExpiryInterval: SESSION_NEVER_EXPIRES, receiveMaximum: this.#receiveMaximum },
      keepalive: KEEPALIVE_SECONDS,
      // Never by itself: after a freeze it would take the session back from the process that leads now.
      reconnectPeriod: 0,
      connectTimeout: CONNECT_TIMEOUT_MS,
      resubscribe: false,
    })
    // mqtt acknowledges one message after the other and takes the next only then, which would allow one message per commit. An error
    // given to its callback withholds its acknowledgement and lets it go on; ours is written when the handler is done.
    client.handleMessage = (packet, callback) => {
      this.#take(client, packet)
      callback(new Error('acknowledged later'))
    }
    client.on('error', (error) => log.warn({ reason: error.message }, 'mqtt broker'))
    client.on('connect', () => {
      this.#subscribe(client).catch((error: unknown) => {
        log.warn({ reason: messageOf(error) }, 'the mqtt broker does not let us subscribe')
        client.end(true)
      })
    })
    return client
  }

  async #subscribe(client: MqttClient): Promise<void> {
    const granted = await client.subscribeAsync(upFilters(), { qos: 1 })
    if (granted.some(({ qos }) => qos >= 128)) throw new Error('refused')
    this.#subscribed = client.connected
    this.#options.log.info({ url: withoutPassword(this.#options.url) }, 'receiving from the mqtt broker')
  }

  #take(client: MqttClient, packet: IPublishPacket): void {
    const payload = typeof packet.payload === 'string' ? Buffer.from(packet.payload) : packet.payload
    const parsed = parseTopic(packet.topic)
    let isHeld = true
    const done = (error?: Error) => {
      if (!isHeld) return
      isHeld = false
      this.#inFlight--
      // Packet identifiers of a connection that has ended mean nothing on the next one.
      if (client !== this.#receiver || !client.connected) return
      // MQTT offers no "again": the broker sends it again on the next connection.
      if (error !== undefined) client.end(true)
      else if (packet.qos === 1 && packet.messageId !== undefined) client.stream.write(puback(packet.messageId))
    }
    this.#inFlight++
    if (parsed === undefined || this.#handler === undefined) return done()
    this.#handler(
      { gateway: parsed.gateway, channel: parsed.channel, topic: packet.topic, payload, receivedAt: new Date() },
      done,
    )
  }
}

/** Resolves with the first connection; rejects with the first refusal. */
async function answered(client: MqttClient): Promise<void> {
  await new Promise<void>((resolve, reject) => {
    const timer = setTimeout(() => reject(new Error('no answer')), CONNECT_TIMEOUT_MS)
    const settle = (error?: Error) => {
      clearTimeout(timer)
      if (error === undefined) resolve()
      else reject(error)
    }
    client.once('error', settle)
    client.once('connect', () => settle())
  })
}

/** PUBACK of MQTT 5.0 without reason code: success. */
function puback(messageId: number): Buffer {
  return Buffer.from([0x40, 2, messageId >> 8, messageId & 0xff])
}

function withoutPassword(url: string): string {
  const parsed = new URL(url)
  parsed.password = ''
  return parsed.toString()
}
