import { performance } from 'node:perf_hooks'
import type { Socket } from 'node:net'
import { isReceiverName } from '@emberwatch/device-link'
import {
  generate,
  parser as createParser,
  type IConnectPacket,
  type IPublishPacket,
  type ISubscribePacket,
  type IUnsubscribePacket,
  type Packet,
} from 'mqtt-packet'
import { maxUnreadBytes, type AckWriter } from './ack-writer.ts'
import type { MessageDone } from './broker.ts'
import { connackOf, refusalOf, topicAliases, reasonCodes, returnCodeOf } from './reason-codes.ts'
import { FrameFilter } from './frame-filter.ts'
import { Outbox } from './outbox.ts'
import { readPublish } from './publish-reader.ts'
import type { ReadShare } from './read-gate.ts'
import { Subscriptions } from './subscriptions.ts'
import { UnreleasedMessages } from './unreleased.ts'

/** What a connection needs from its broker. */
export interface ConnectionHost {
  /** Checks a CONNECT without changing anything. 0, or the reason code of the rejection. */
  signIn(connection: MqttConnection, packet: IConnectPacket): Promise<number>
  /** Accepts a message of an authenticated gateway, including its Will. */
  take(connection: MqttConnection, topic: string, payload: Buffer, done: MessageDone, park?: () => void): void
  /** Called once, when the connection is gone. */
  closed(connection: MqttConnection, reason: string): void
}

export interface ConnectionParts {
  socket: Socket
  /** The gateway's own address, even behind a proxy. */
  address: string
  readonly host: ConnectionHost
  readonly share: ReadShare
  readonly acks: AckWriter
  readonly maxKeepaliveSeconds: number
}

/** A peer that is told why it is disconnected gets this long to read it. */
const lastPacketMs = 1000
/** MQTT 3.1.1 and 5.0, 3.1.2.10: a peer that is silent for one and a half times its keep-alive is gone. */
const keepaliveFactor = 1.5
const connect = 1

type Will = NonNullable<IConnectPacket['will']>

/**
 * One gateway on one connection, in MQTT 3.1, 3.1.1 or 5.0. No state outlives the connection; docs/mqtt.md says what that means.
 */
export class MqttConnection {
  readonly address: string
  readonly socket: Socket
  /** Set by a successful CONNECT. */
  gateway = ''
  clientId = ''
  readonly #parts: ConnectionParts
  readonly #filter = new FrameFilter()
  readonly #unreleased = new UnreleasedMessages()
  readonly #aliases = new Map<number, string>()
  #parser: ReturnType<typeof createParser> | undefined = createParser()
  #state: 'new' | 'signingIn' | 'open' | 'closed' = 'new'
  #isStarted = false
  #version: 3 | 4 | 5 = 4
  /** Packets sent before our CONNACK, which MQTT allows. */
  #early: Packet[] = []
  #subscriptions = new Subscriptions('')
  #outbox = new Outbox(0, () => undefined)
  #maximumPacketSize: number | undefined
  #will: Will | undefined
  #keepaliveMs = 0
  #lastReceivedAt = performance.now()
  #reason = 'closed by the gateway'

  constructor(parts: ConnectionParts) {
    this.#parts = parts
    this.address = parts.address
    this.socket = parts.socket
    this.#parser?.on('packet', (packet) => this.#receive(packet))
    this.#parser?.on('error', (error: Error) => this.#malformed(error))
    parts.socket.on('data', (chunk: Buffer) => this.#read(chunk))
    parts.socket.on('error', (error) => (this.#reason = error.message))
    parts.socket.once('close', () => this.#closed())
  }

  get isOpen(): boolean {
    return this.#state === 'open'
  }

  /** Closes the connection if the gateway has been silent for too long. */
  checkKeepalive(now: number): void {
    if (this.#state !== 'open' || this.#parts.share.paused) this.#lastReceivedAt = now
    else if (now - this.#lastReceivedAt > this.#keepaliveMs) this.close(reasonCodes.keepAliveTimeout, 'keep-alive timeout')
  }

  /** Whether the gateway would receive a message on this topic. */
  isSubscribed(topic: string): boolean {
    return this.#state === 'open' && this.#subscriptions.match(topic) !== undefined
  }

  /**
   * Sends one of our messages if the gateway is subscribed to its topic. False if it reads too slowly to take more. `acknowledged`
   * is called when the gateway confirms it, which it does only for QoS 1.
   */
  deliver(topic: string, payload: Buffer, acknowledged?: () => void): boolean {
    const match = this.#subscriptions.match(topic)
    if (match === undefined || this.#state !== 'open') return true
    const [first, ...others] = match.identifiers
    const identifier = others.length === 0 ? first : match.identifiers
    const properties = identifier === undefined ? {} : { subscriptionIdentifier: identifier }
    const { qos } = match
    const encode = (messageId: number) =>
      this.#encode({ cmd: 'publish', topic, payload, qos, messageId, dup: false, retain: false, properties })
    // MQTT 5.0, 3.1.2.11.4: a message that is too large for the client is left out.
    if (this.#maximumPacketSize !== undefined && encode(1).length > this.#maximumPacketSize) return true
    if (this.socket.writableLength > maxUnreadBytes) return false
    if (qos === 1) return this.#outbox.add(encode, acknowledged)
    this.socket.write(encode(0))
    return true
  }

  /**
   * Closes the connection, in MQTT 5.0 with a reason. The Will is published, as after any end that the gateway did not request.
   */
  close(code: number, reason: string): void {
    if (this.#state === 'closed') return
    const lastPacket =
      this.#version === 5 && this.#state === 'open' ? this.#encode({ cmd: 'disconnect', reasonCode: code }) : undefined
    this.#end(reason, lastPacket)
  }

  #read(chunk: Buffer): void {
    if (this.#state === 'closed') return
    // Before authentication, a peer may use no more memory than a CONNECT needs.
    if (!this.#isStarted && chunk.readUInt8(0) >> 4 !== connect) return this.#end('no CONNECT')
    this.#isStarted = true
    this.#lastReceivedAt = performance.now()
    const { unfinished } = this.#filter
    const frames = this.#filter.push(chunk)
    if (frames === undefined) return this.close(reasonCodes.packetTooLarge, 'packet too large')
    try {
      this.#parse(frames, unfinished)
    } catch (error) {
      this.#malformed(error)
    }
    this.#parts.share.settle()
  }

  /** Ordinary messages are read directly, and the parser gets the rest. It never holds a packet of which it got only a part. */
  #parse(frames: Buffer, unfinished: number): void {
    let at = Math.min(unfinished, frames.length)
    if (at > 0) this.#parser?.parse(frames.subarray(0, at))
    while (this.#state === 'open' && at < frames.length) {
      const read = readPublish(frames, at, this.#version)
      if (read === undefined) break
      at = read.end
      this.#published(read.packet)
    }
    if (at < frames.length) this.#parser?.parse(frames.subarray(at))
  }

  #malformed(error: unknown): void {
    const reason = error instanceof Error ? error.message : String(error)
    // MQTT 3.1.1, 3.1.2.2: an unknown protocol level gets an answer. Any other malformed packet closes the connection.
    if (reason === 'Invalid protocol version')
      this.#end(reason, Buffer.from([0x20, 2, 0, returnCodeOf(reasonCodes.unsupportedVersion)]))
    else this.close(reasonCodes.malformedPacket, reason)
  }

  #receive(packet: Packet): void {
    if (this.#state === 'open') this.#handle(packet)
    else if (this.#state === 'signingIn') this.#early.push(packet)
    else if (this.#state === 'new' && packet.cmd === 'connect') void this.#connect(packet)
    else this.#end('no CONNECT')
  }

  async #connect(packet: IConnectPacket): Promise<void> {
    this.#state = 'signingIn'
    this.socket.pause()
    this.#version = packet.protocolVersion ?? 4
    this.clientId = packet.clientId || crypto.randomUUID()
    let reason = refusalOf(packet)
    if (reason === reasonCodes.success) reason = await this.#parts.host.signIn(this, packet)
    if (this.#state !== 'signingIn') return
    // Without an answer: client libraries, mqtt.js among them, treat a rejection as final and never come back. A broken
    // connection they retry.
    if (reason === reasonCodes.serverUnavailable) return this.#end('sign-in is unavailable')
    if (reason !== reasonCodes.success)
      return this.#end('refused', this.#encode(connackOf(packet, reason, this.clientId, this.#parts.maxKeepaliveSeconds)))
    const { maxKeepaliveSeconds } = this.#parts
    const { receiveMaximum, maximumPacketSize } = packet.properties ?? {}
    this.#keepaliveMs = Math.min(packet.keepalive || maxKeepaliveSeconds, maxKeepaliveSeconds) * 1000 * keepaliveFactor
    this.#maximumPacketSize = maximumPacketSize
    this.#subscriptions = new Subscriptions(this.gateway)
    this.#outbox = new Outbox(receiveMaximum ?? 65_535, (bytes) => this.socket.write(bytes))
    this.#will = packet.will
    this.#parts.share.belongTo(this.gateway)
    this.socket.write(this.#encode(connackOf(packet, reasonCodes.success, this.clientId, maxKeepaliveSeconds)))
    this.#state = 'open'
    this.#lastReceivedAt = performance.now()
    for (const early of this.#early.splice(0)) this.#receive(early)
    this.socket.resume()
    this.#parts.share.settle()
  }

  #handle(packet: Packet): void {
    switch (packet.cmd) {
      case 'publish':
        return this.#published(packet)
      case 'pubrel':
        return this.#released(packet.messageId ?? 0)
      case 'puback':
        return this.#outbox.acknowledged(packet.messageId ?? 0)
      case 'subscribe':
        return this.#subscribe(packet)
      case 'unsubscribe':
        return this.#unsubscribe(packet)
      case 'pingreq':
        return this.#write({ cmd: 'pingresp' })
      case 'disconnect':
        // MQTT 5.0, 3.14.4: any reason other than "normal" keeps the Will.
        if (!packet.reasonCode) this.#will = undefined
        return this.#end('disconnected')
      default:
        return this.close(reasonCodes.protocolError, `unexpected ${packet.cmd}`)
    }
  }

  /** The acknowledgement waits until the message is stored. A returned message never gets one. */
  #published(packet: IPublishPacket): void {
    // Nothing of theirs is acknowledged or kept, so that nobody takes it for stored.
    if (isReceiverName(this.gateway)) return this.close(reasonCodes.notAuthorized, 'a receiver may not publish')
    const topic = this.#topicOf(packet)
    if (topic === undefined) return this.close(reasonCodes.invalidTopicAlias, 'unknown topic alias')
    const { qos, messageId = 0 } = packet
    if (qos > 0 && messageId === 0) return this.close(reasonCodes.protocolError, 'no packet identifier')
    const payload = typeof packet.payload === 'string' ? Buffer.from(packet.payload) : packet.payload
    const { acks, host } = this.#parts
    // MQTT 3.1.1, 3.3.1.1: redeliveries are marked as such. Anything else is new, even from a gateway that never releases an
    // identifier.
    const earlier = qos === 2 ? this.#unreleased.arrive(messageId, topic, payload, packet.dup) : 'new'
    if (earlier === 'stored') acks.add(this.socket, 'pubrec', messageId)
    if (earlier !== 'new') return
    const { release, park } = this.#hold(payload)
    const settled = (error?: Error): void => {
      if (!release()) return
      if (error !== undefined) return this.close(reasonCodes.serverUnavailable, error.message)
      if (qos === 1) acks.add(this.socket, 'puback', messageId)
      if (qos !== 2) return
      this.#unreleased.stored(messageId)
      acks.add(this.socket, 'pubrec', messageId)
    }
    host.take(this, topic, payload, settled, park)
  }

  /** Counts a payload as in flight. `release` ends that and returns whether it was the first call. `park`: the payload waits for a lock. */
  #hold({ byteLength }: Uint8Array): { release: () => boolean; park: () => void } {
    const { share } = this.#parts
    share.enter(byteLength)
    let isHeld = true
    let isParked = false
    return {
      release: () => {
        if (!isHeld) return false
        isHeld = false
        share.leave(byteLength, isParked)
        return true
      },
      park: () => {
        if (isHeld && !isParked) isParked = share.park(byteLength)
      },
    }
  }

  /** Undefined for an alias that was never assigned or is out of range. */
  #topicOf(packet: IPublishPacket): string | undefined {
    const alias = packet.properties?.topicAlias
    if (alias === undefined) return packet.topic
    if (alias < 1 || alias > topicAliases) return undefined
    if (packet.topic === '') return this.#aliases.get(alias)
    this.#aliases.set(alias, packet.topic)
    return packet.topic
  }

  #released(messageId: number): void {
    const isKnown = this.#unreleased.release(messageId)
    if (isKnown || this.#version !== 5) this.#parts.acks.add(this.socket, 'pubcomp', messageId)
    else this.#write({ cmd: 'pubcomp', messageId, reasonCode: reasonCodes.packetIdNotFound })
  }

  #subscribe({ messageId = 0, subscriptions, properties }: ISubscribePacket): void {
    const granted = subscriptions.map(({ topic, qos }) => this.#subscriptions.add(topic, qos, properties?.subscriptionIdentifier))
    // MQTT 3.1.1 has only one failure code.
    const codes = this.#version === 5 ? granted : granted.map((code) => Math.min(code, 0x80))
    this.#write({ cmd: 'suback', messageId, granted: codes })
  }

  #unsubscribe({ messageId = 0, unsubscriptions }: IUnsubscribePacket): void {
    const granted = unsubscriptions.map((filter) =>
      this.#subscriptions.remove(filter) ? reasonCodes.success : reasonCodes.noSubscriptionExisted,
    )
    this.#write({ cmd: 'unsuback', messageId, granted })
  }

  #write(packet: Packet): void {
    this.socket.write(this.#encode(packet))
    if (this.socket.writableLength > maxUnreadBytes) this.#end('answers are not read')
  }

  #encode(packet: Packet): Buffer {
    return generate(packet, { protocolVersion: this.#version })
  }

  #end(reason: string, lastPacket?: Buffer): void {
    if (this.#state === 'closed') return
    this.#reason = reason
    const { socket } = this
    if (lastPacket === undefined) socket.destroy()
    else {
      socket.end(lastPacket)
      socket.resume() // so that its end is noticed
      setTimeout(() => socket.destroy(), lastPacketMs).unref()
    }
    this.#closed()
  }

  #closed(): void {
    if (this.#state === 'closed') return
    const will = this.#state === 'open' ? this.#will : undefined
    this.#state = 'closed'
    this.#parser = undefined
    this.#early = []
    const { host } = this.#parts
    if (will !== undefined) {
      const payload = Buffer.from(will.payload)
      const { release, park } = this.#hold(payload)
      host.take(this, will.topic, payload, release, park)
    }
    host.closed(this, this.#reason)
  }
}
