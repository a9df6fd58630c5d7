import { randomBytes } from 'node:crypto'
import { setTimeout as delay } from 'node:timers/promises'
import {
  buildTopic,
  createSequence,
  decodeCommand,
  decodeUpgrade,
  decodeUpgradeChunk,
  emberwatch,
  encodeMessage,
} from '@emberwatch/device-link'
import type { CommandMessage, ReportItem, Sequence, UpChannel } from '@emberwatch/device-link'
import { connect } from 'mqtt'
import type { IClientOptions, MqttClient } from 'mqtt'
import { Device } from './device.ts'
import type { DeviceSpec } from './device.ts'
import { between } from './random.ts'
import type { Random } from './random.ts'
import type { SequenceStore } from './sequences.ts'
import { Updater } from './updater.ts'
import type { UpdaterOptions } from './updater.ts'

export interface GatewaySpec {
  readonly code: string
  readonly secret: string
  devices: DeviceSpec[]
}

/** How unreliable the gateway's network is. Probabilities from 0 to 1. */
export interface Disorder {
  /** A message is sent twice with the same number. */
  readonly duplicates: number
  /** A message is held back and sent after its successor. */
  readonly outOfOrder: number
}

export interface GatewayOptions {
  readonly url: string
  readonly heartbeatSeconds: number
  readonly disorder: Disorder
  readonly upgrades: UpdaterOptions
  readonly reconnectMs: number
  /** Leaves a Will that reports offline when the connection breaks. */
  readonly lastWill: boolean
  readonly sequences: SequenceStore
  readonly random: Random
}

/** Held-back messages are sent after this at the latest. */
const holdMs = 500

/** One gateway on one MQTT connection, with the devices behind it. */
export class Gateway {
  readonly spec: GatewaySpec
  readonly devices: Device[]
  readonly #options: GatewayOptions
  readonly #boot = randomBytes(4).toString('hex')
  readonly #sequence: Sequence
  #client: MqttClient | undefined
  #heartbeat: NodeJS.Timeout | undefined
  #held: (() => void)[] = []
  readonly updater: Updater

  constructor(spec: GatewaySpec, options: GatewayOptions) {
    this.spec = spec
    this.devices = spec.devices.map((device) => new Device(device, options.random))
    this.#options = options
    this.#sequence = createSequence(options.sequences.start(spec.code))
    const publish = (channel: UpChannel) => (message: Parameters<typeof encodeMessage>[0]) =>
      this.#publish(channel, encodeMessage(message)).catch(ignoreWhenStopped)
    const link = {
      code: spec.code,
      progress: publish('upgrade/progress'),
      ask: publish('upgrade/ask'),
      getChunk: publish('upgrade/chunk/get'),
    }
    this.updater = new Updater(link, options.upgrades, options.random)
  }

  get connected(): boolean {
    return this.#client?.connected === true
  }

  /** Resolves when connected for the first time. Rejects if the server rejects this gateway. */
  async start(): Promise<void> {
    if (this.#client !== undefined) return
    const { url, reconnectMs, heartbeatSeconds, random } = this.#options
    const client = connect(url, {
      protocolVersion: 4,
      clientId: this.spec.code,
      username: this.spec.code,
      password: this.spec.secret,
      reconnectPeriod: reconnectMs,
      keepalive: 60,
      ...this.#will(),
    })
    this.#client = client
    // A new number for each connection: the previous Will may have been stored under its own number.
    client.on('close', () => Object.assign(client.options, this.#will()))
    client.on('error', () => {}) // connection errors lead to a reconnect; a rejection is handled below
    client.on('message', (topic, payload) => void this.#receive(topic, payload))
    client.on('connect', () => {
      client.subscribe([buildTopic(this.spec.code, 'command'), `${buildTopic(this.spec.code, 'upgrade')}/#`], { qos: 1 }, () => {
        if (this.#options.upgrades.reportsAtStart === true) void this.reportVersions()
      })
    })
    await new Promise<void>((resolve, reject) => {
      client.once('connect', () => resolve())
      client.on('error', (error) => {
        if ('code' in error && typeof error.code === 'number') reject(new Error(`gateway ${this.spec.code}: ${error.message}`))
      })
    }).catch((error: unknown) => {
      client.end(true)
      this.#client = undefined
      throw error
    })
    const every = heartbeatSeconds * 1000
    if (every > 0) {
      // Spread over the interval: gateways were not switched on in the same second.
      this.#heartbeat = setTimeout(() => {
        void this.heartbeat()
        this.#heartbeat = setInterval(() => void this.heartbeat(), every)
      }, random() * every)
    }
  }

  /** Closes the connection. Unacknowledged messages are dropped. */
  async stop(): Promise<void> {
    clearTimeout(this.#heartbeat)
    const client = this.#client
    this.#client = undefined
    await client?.endAsync(true)
  }

  /** Breaks the TCP connection without a DISCONNECT. Reconnects by itself and resends what was not acknowledged. */
  dropConnection(): void {
    this.#client?.stream.destroy()
  }

  /** Sends reports as one message. Resolves when the server has acknowledged it, that is, stored it. */
  async send(reports: ReportItem[]): Promise<void> {
    await this.#publish('report', encodeMessage({ ...this.#number(), time: new Date().toISOString(), reports }))
  }

  async heartbeat(): Promise<void> {
    const { random } = this.#options
    const beat = {
      ...this.#number(),
      time: new Date().toISOString(),
      ip: '10.0.0.7',
      port: 5000,
      signal: between(random, -95, -55),
      firmware: this.updater.versionOf(this.spec.code),
    }
    await this.#publish('heartbeat', encodeMessage(beat)).catch(ignoreWhenStopped)
  }

  /** Says what the gateway and its devices run, and asks for work. */
  async reportVersions(): Promise<void> {
    for (const code of [this.spec.code, ...this.devices.map(({ spec }) => spec.code)])
      await this.updater.ask(code).catch(ignoreWhenStopped)
  }

  /** Publishes anything on its own channel, to test what a broken gateway may send. */
  async publishRaw(channel: UpChannel, payload: string | Uint8Array): Promise<void> {
    await this.#publish(channel, Buffer.from(payload))
  }

  #number(): { boot: string; seq: number } {
    const seq = this.#sequence.next()
    this.#options.sequences.used(this.spec.code, seq)
    return { boot: this.#boot, seq }
  }

  async #publish(channel: UpChannel, payload: Buffer): Promise<void> {
    const { disorder, random } = this.#options
    const client = this.#client
    if (client === undefined) throw new Error(`gateway ${this.spec.code} is not started`)
    const topic = buildTopic(this.spec.code, channel)
    if (disorder.outOfOrder > 0 && random() < disorder.outOfOrder) {
      await Promise.race([new Promise<void>((resolve) => this.#held.push(resolve)), delay(holdMs)])
    }
    const sending = client.publishAsync(topic, payload, { qos: 1 })
    if (disorder.duplicates > 0 && random() < disorder.duplicates)
      void client.publishAsync(topic, payload, { qos: 1 }).catch(ignoreWhenStopped)
    const held = this.#held
    this.#held = []
    for (const release of held) release()
    await sending
  }

  #will(): Pick<IClientOptions, 'will'> {
    if (!this.#options.lastWill) return {}
    const payload = encodeMessage({ ...this.#number(), reports: [{ format: emberwatch, code: 'offline' }] })
    return { will: { topic: buildTopic(this.spec.code, 'report'), payload, qos: 1, retain: false } }
  }

  async #receive(topic: string, payload: Buffer): Promise<void> {
    if (topic === buildTopic(this.spec.code, 'upgrade')) {
      const decoded = decodeUpgrade(payload)
      if (decoded.ok) await this.updater.offer(decoded.message).catch(ignoreWhenStopped)
      return
    }
    if (topic === buildTopic(this.spec.code, 'upgrade/chunk')) {
      const decoded = decodeUpgradeChunk(payload)
      if (decoded.ok) this.updater.chunk(decoded.message)
      return
    }
    const decoded = decodeCommand(payload)
    if (decoded.ok) await this.#answer(decoded.message).catch(ignoreWhenStopped)
  }

  async #answer(command: CommandMessage): Promise<void> {
    if (command.expires !== undefined && Date.parse(command.expires) < Date.now()) return
    const device = this.devices.find(({ spec }) => spec.code === command.device)
    const result =
      command.device === undefined
        ? ({ result: 'ok' } as const)
        : (device?.command(command) ?? ({ result: 'failed', message: 'no such device' } as const))
    await this.#publish('command/reply', encodeMessage({ id: command.id, ...result }))
  }
}

/** A message in flight when its gateway was stopped is not an error of the simulation. */
const ignoreWhenStopped = (): void => {}
