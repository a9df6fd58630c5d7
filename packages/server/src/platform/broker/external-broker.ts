import { randomUUID } from 'node:crypto'
import { setTimeout as delay } from 'node:timers/promises'
import { parseTopic, upFilters } from '@emberwatch/device-link'
import { connect } from 'mqtt'
import type { IPublishPacket, MqttClient } from 'mqtt'
import type pg from 'pg'
import { systemClock, type Clock } from '../context.ts'
import { Leadership } from '../database/leadership.ts'
import { messageOf, StartupError } from '../startup-error.ts'
import { defaultBrokerLimits } from './broker.ts'
import type { Broker, BrokerLimits, BrokerLog, BrokerStatus, MessageHandler, AcknowledgedBy } from './broker.ts'

export interface ExternalBrokerOptions {
  /** `mqtt://user:password@host:1883`, `mqtts://…`, `ws://…`. */
  readonly url: string
  /**
   * Names this installation at the broker. The same for all its processes and across restarts, because the broker keeps the
   * session under this name.
   */
  clientId: string
  /** The database in which the processes elect the one that receives. */
  readonly connection: pg.PoolConfig
  readonly log: BrokerLog
  readonly limits?: Partial<Pick<BrokerLimits, 'inFlightMessages'>>
  /** Tells when a message was received. */
  readonly clock?: Clock | undefined
}

/** The broker keeps the session, and what arrives meanwhile, without a time limit, because it has acknowledged it (MQTT 5.0, 3.1.2.11.2). */
const sessionNeverExpires = 0xffffffff
const connectTimeoutMs = 10_000
const reconnectMs = 500
/** Short, so that a broker that disappears is noticed. */
const keepaliveSeconds = 10
/** MQTT 5.0, 3.4.2.1: accepted, but there is no subscriber. */
const noSubscribers = 0x10
/** MQTT 5.0, 3.8.3.1: retained messages come only if the subscription is new. */
const retainedIfNew = 1
/** MQTT 5.0 allows 65,535 unacknowledged messages. */
const maxReceive = 65_535

/**
 * Consumes from an external broker (Mosquitto, EMQX, …) over MQTT 5.0. The broker authenticates gateways and restricts each to
 * its own topics; docs/mqtt.md has the rules. One of all ingest processes receives, under one client id and in one persistent
 * session. So the order of each gateway's messages holds, and if that process crashes or freezes, another takes over the session and
 * gets everything unacknowledged again. Acknowledgements are sent after the commit, and the receive maximum bounds memory.
 * Commands go out on a separate connection per process.
 */
export class ExternalBroker implements Broker {
  readonly #options: ExternalBrokerOptions
  readonly #receiveMaximum: number
  readonly #leadership: Leadership
  #sender: MqttClient | undefined
  #receiver: MqttClient | undefined
  #receiving: Promise<void> | undefined
  #handler: MessageHandler | undefined
  /** Packet identifiers of messages that the broker accepted although nobody is subscribed. */
  readonly #unheard = new Set<number>()
  #subscribed = false
  #inFlight = 0

  constructor(options: ExternalBrokerOptions) {
    this.#options = options
    this.#receiveMaximum = Math.min(options.limits?.inFlightMessages ?? defaultBrokerLimits.inFlightMessages, maxReceive)
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
      keepalive: keepaliveSeconds,
      reconnectPeriod: reconnectMs,
      connectTimeout: connectTimeoutMs,
      // A starting broker may reject us for a moment. Without this option the client would never retry.
      reconnectOnConnackError: true,
      // A command that could not be sent is repeated by its caller, not queued in memory.
      queueQoSZero: false,
    })
    this.#sender = sender
    sender.on('error', (error) => log.warn({ reason: error.message }, 'mqtt broker error'))
    // The client resolves with the packet it sent. Whether there is a subscriber is in the acknowledgement, which arrives just before.
    sender.on('packetreceive', (packet) => {
      if (packet.cmd !== 'puback' || packet.messageId === undefined) return
      if (packet.reasonCode === noSubscribers) this.#unheard.add(packet.messageId)
      else this.#unheard.delete(packet.messageId)
    })
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
    // Forced: a graceful end would wait for acknowledgements that we no longer send.
    await this.#leadership.stop()
    await this.#receiving
    await this.#sender?.endAsync(true)
  }

  async publish(topic: string, payload: string | Uint8Array): Promise<void> {
    if (this.#sender?.connected !== true) throw new Error('the MQTT broker is unavailable')
    await this.#sender.publishAsync(topic, Buffer.from(payload), { qos: 1 })
  }

  reaches(): boolean {
    return this.#sender?.connected === true
  }

  async deliver(topic: string, payload: string | Uint8Array, expiresAt: Date): Promise<AcknowledgedBy> {
    const sender = this.#sender
    if (sender?.connected !== true) throw new Error('the MQTT broker is unavailable')
    const messageExpiryInterval = Math.max(1, Math.ceil((expiresAt.getTime() - Date.now()) / 1000))
    const sent = await sender.publishAsync(topic, Buffer.from(payload), { qos: 1, properties: { messageExpiryInterval } })
    return this.#unheard.delete(sent?.messageId ?? 0) ? 'none' : 'broker'
  }

  /** The broker owns the gateway's connection. Its rules apply at the next connect. */
  kick(gateway: string): void {
    this.#options.log.info({ gateway }, 'an external broker must end the connection of this gateway')
  }

  /** None receives here: an external broker does not know them (docs/decisions/0164). */
  kickReceivers(): void {}

  status(): BrokerStatus {
    return {
      ready: this.#subscribed,
      standby: this.#leadership.isStandingBy && this.#sender?.connected === true,
      connections: undefined,
      inFlight: this.#inFlight,
    }
  }

  /**
   * One connection after another for as long as this process leads. The client id works as a fence: connecting with it ends the
   * previous holder's connection.
   */
  async #receive(previous: Promise<void> | undefined): Promise<void> {
    await previous
    while (await this.#leadership.confirm()) {
      const client = this.#connect()
      this.#receiver = client
      await new Promise<void>((resolve) => client.once('close', () => resolve()))
      this.#receiver = undefined
      this.#subscribed = false
      await client.endAsync(true)
      await delay(reconnectMs)
    }
  }

  #connect(): MqttClient {
    const { url, clientId, log } = this.#options
    const client = connect(url, {
      protocolVersion: 5,
      clientId,
      clean: false,
      properties: { sessionExpiryInterval: sessionNeverExpires, receiveMaximum: this.#receiveMaximum },
      keepalive: keepaliveSeconds,
      // Never automatically: after a freeze that would take the session back from the current leader.
      reconnectPeriod: 0,
      connectTimeout: connectTimeoutMs,
      resubscribe: false,
    })
    // mqtt acknowledges messages one by one and takes the next one only then, which would allow one message per commit. Passing
    // an error to its callback suppresses its acknowledgement and lets it go on. We send ours when the handler is done.
    client.handleMessage = (packet, callback) => {
      this.#take(client, packet)
      callback(new Error('acknowledged later'))
    }
    client.on('error', (error) => log.warn({ reason: error.message }, 'mqtt broker error'))
    client.on('connect', () => {
      this.#subscribe(client).catch((error: unknown) => {
        log.warn({ reason: messageOf(error) }, 'the mqtt broker rejects our subscription')
        client.end(true)
      })
    })
    return client
  }

  async #subscribe(client: MqttClient): Promise<void> {
    const ofUpgrades = (filter: string): boolean => filter.includes('/upgrade/')
    const listen = async (filters: string[]): Promise<void> => {
      // A gateway's retained message is delivered only with the first subscription: a fire that is over must not return with each
      // connection.
      const granted = await client.subscribeAsync(filters, { qos: 1, rh: retainedIfNew })
      if (granted.some(({ qos }) => qos >= 128)) throw new Error('refused')
    }
    await listen(upFilters().filter((filter) => !ofUpgrades(filter)))
    this.#subscribed = client.connected
    // Broker rules that predate upgrades may refuse these topics, which must not block the reports.
    listen(upFilters().filter(ofUpgrades)).catch((error: unknown) =>
      this.#options.log.warn(
        { reason: messageOf(error) },
        'the mqtt broker refuses our subscription to the upgrade topics: see docs/mqtt.md',
      ),
    )
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
      // Packet identifiers mean nothing once their connection has ended.
      if (client !== this.#receiver || !client.connected) return
      // MQTT has no negative acknowledgement: the broker sends it again on the next connection.
      if (error !== undefined) client.end(true)
      else if (packet.qos === 1 && packet.messageId !== undefined) client.stream.write(puback(packet.messageId))
    }
    this.#inFlight++
    if (this.#handler === undefined) return done(new Error('no message handler'))
    // Includes messages of a gateway without a name (`ew/v1//report`), which all our subscriptions match: one may be a fire.
    const [gateway, channel] = [parsed?.gateway ?? '', parsed?.channel]
    this.#handler(
      { gateway, channel, topic: packet.topic, payload, receivedAt: (this.#options.clock ?? systemClock).now() },
      done,
    )
  }
}

/** Resolves with the first connection, rejects with the first rejection. */
const answered = async (client: MqttClient): Promise<void> => {
  await new Promise<void>((resolve, reject) => {
    const timer = setTimeout(() => reject(new Error('no answer')), connectTimeoutMs)
    const settle = (error?: Error) => {
      clearTimeout(timer)
      if (error === undefined) resolve()
      else reject(error)
    }
    client.once('error', settle)
    client.once('connect', () => settle())
  })
}

/** PUBACK of MQTT 5.0 without a reason code: success. */
const puback = (messageId: number): Buffer => {
  return Buffer.from([0x40, 2, messageId >> 8, messageId & 0xff])
}

const withoutPassword = (url: string): string => {
  const parsed = new URL(url)
  parsed.password = ''
  return parsed.toString()
}
