import { readFileSync } from 'node:fs'
import { defaultHeartbeatSeconds, type ReportItem } from '@emberwatch/device-link'
import { type DeviceSpec, codeOf, type Device } from './device.ts'
import { type GatewaySpec, Gateway, type Disorder } from './gateway.ts'
import type { Values } from './device-kinds.ts'
import { pick, seededRandom } from './random.ts'
import { startRandomAlarms, startTelemetry, type Stop } from './scenarios.ts'
import { clockSequences, type SequenceStore } from './sequences.ts'
import type { Installation, UpdaterOptions } from './updater.ts'

/** Reads `{"gateways": [{code, secret, devices: [{code, kind, room?}]}]}`. Throws an error that locates the mistake. */
export const readFleetFile = (file: string): GatewaySpec[] => {
  const value: unknown = JSON.parse(readFileSync(file, 'utf8'))
  const gateways = field(value, 'gateways')
  if (!Array.isArray(gateways)) throw new TypeError(`${file}: "gateways" must be a list`)
  return gateways.map((gateway: unknown, index) => {
    const where = `${file}: gateways[${index}]`
    const devices = field(gateway, 'devices') ?? []
    if (!Array.isArray(devices)) throw new TypeError(`${where}.devices must be a list`)
    return {
      code: text(gateway, 'code', where),
      secret: text(gateway, 'secret', where),
      devices: devices.map((device: unknown, position) => readDevice(device, `${where}.devices[${position}]`)),
    }
  })
}

const readDevice = (device: unknown, where: string): DeviceSpec => {
  const room = field(device, 'room')
  return { code: text(device, 'code', where), kind: text(device, 'kind', where), ...(typeof room === 'string' ? { room } : {}) }
}

const field = (value: unknown, key: string): unknown => {
  return typeof value === 'object' && value !== null ? new Map<string, unknown>(Object.entries(value)).get(key) : undefined
}

const text = (value: unknown, key: string, where: string): string => {
  const found = field(value, key)
  if (typeof found !== 'string' || found === '') throw new TypeError(`${where}.${key} must be a text`)
  return found
}

export interface FleetOptions {
  /** `mqtt://host:port` */
  readonly url: string
  gateways: GatewaySpec[]
  /** Seconds between heartbeats of each gateway; 0 for none. Default `defaultHeartbeatSeconds`. */
  readonly heartbeatSeconds?: number
  /** Telemetry messages per second of the whole fleet. Default 0. */
  readonly telemetryPerSecond?: number
  /** Mean seconds between random alarms of the whole fleet; 0 for none. Default 0. */
  readonly alarmEverySeconds?: number
  /** A random alarm restores after a time between these, in seconds. Default 30 to 120. */
  readonly restoreAfterSeconds?: [number, number]
  /** Default: a reliable network. */
  readonly disorder?: Partial<Disorder>
  /** Default: numbers from the clock. See `fileSequences` for a file. */
  readonly sequences?: SequenceStore
  /** Default 1000. */
  readonly reconnectMs?: number
  /** How devices behave during upgrades. `stepMs`: default 300. */
  readonly upgrades?: Partial<UpdaterOptions>
  /** Leave a Will that reports offline, which the broker sends when a gateway's connection breaks. Default false. */
  readonly lastWill?: boolean
  /** The same seed generates the same fleet. Default 1. */
  readonly seed?: number
  /** How many gateways connect at the same time during start. Default 50. */
  readonly connectAtOnce?: number
}

/** Gateways and devices over real MQTT connections. The promise of a report resolves when the server has stored it. */
export class Fleet {
  readonly gateways: readonly Gateway[]
  readonly #options: FleetOptions
  readonly #owners = new Map<string, { gateway: Gateway; device: Device }>()
  #scenarios: Stop[] = []

  constructor(options: FleetOptions) {
    this.#options = options
    const random = seededRandom(options.seed ?? 1)
    this.gateways = options.gateways.map(
      (spec) =>
        new Gateway(spec, {
          url: options.url,
          heartbeatSeconds: options.heartbeatSeconds ?? defaultHeartbeatSeconds,
          disorder: { duplicates: 0, outOfOrder: 0, ...options.disorder },
          upgrades: { stepMs: 300, ...options.upgrades },
          reconnectMs: options.reconnectMs ?? 1000,
          lastWill: options.lastWill ?? false,
          sequences: options.sequences ?? clockSequences(),
          random,
        }),
    )
    for (const gateway of this.gateways) {
      for (const device of gateway.devices) this.#owners.set(device.spec.code, { gateway, device })
    }
  }

  /** Connects every gateway and starts telemetry and random alarms. Rejects if a gateway is rejected. */
  async start(): Promise<void> {
    const waiting = [...this.gateways]
    const worker = async () => {
      for (let gateway = waiting.shift(); gateway !== undefined; gateway = waiting.shift()) await gateway.start()
    }
    await Promise.all(Array.from({ length: this.#options.connectAtOnce ?? 50 }, worker))
    const { telemetryPerSecond = 0, alarmEverySeconds = 0, restoreAfterSeconds = [30, 120], seed = 1 } = this.#options
    const random = seededRandom(seed + 1)
    if (telemetryPerSecond > 0) this.#scenarios.push(startTelemetry(this, telemetryPerSecond))
    if (alarmEverySeconds > 0) this.#scenarios.push(startRandomAlarms(this, alarmEverySeconds, restoreAfterSeconds, random))
  }

  async stop(): Promise<void> {
    for (const stop of this.#scenarios) stop()
    this.#scenarios = []
    await Promise.all(this.gateways.map((gateway) => gateway.stop()))
  }

  /** Every file that was installed on any device or gateway, in the order of the gateways. */
  installations(): Installation[] {
    return this.gateways.flatMap(({ updater }) => updater.installed)
  }

  devices(): Device[] {
    return [...this.#owners.values()].map(({ device }) => device)
  }

  /** Finds by device code. Throws a RangeError if there is none. */
  find(device: string): { gateway: Gateway; device: Device } {
    const owner = this.#owners.get(device)
    if (owner === undefined) throw new RangeError(`no device ${device}`)
    return owner
  }

  /** Finds by gateway code. Throws a RangeError if there is none. */
  gateway(code: string): Gateway {
    const gateway = this.gateways.find(({ spec }) => spec.code === code)
    if (gateway === undefined) throw new RangeError(`no gateway ${code}`)
    return gateway
  }

  /** The device in a room; with several, the one of the given kind. Throws a RangeError if there is none. */
  inRoom(room: string, kind?: string): Device {
    const devices = this.devices().filter(({ spec }) => spec.room === room)
    const device = devices.find(({ spec }) => spec.kind === kind) ?? devices[0]
    if (device === undefined) throw new RangeError(`no device in room ${room}`)
    return device
  }

  /** Sends any code: four digits are Contact ID (`1110`), a word is one of our own names (`smoke`, `restore:smoke`). */
  async report(device: string, code: string, values?: Values): Promise<void> {
    const owner = this.find(device)
    await owner.gateway.send([owner.device.report(codeOf(code), values)])
  }

  /** Raises an alarm at a device: `smoke`, `heat`, … or undefined for what the device is built to detect. */
  async alarm(name: string | undefined, device: string): Promise<void> {
    const owner = this.find(device)
    await owner.gateway.send([owner.device.alarm(name)])
  }

  /** Restores everything that is active at a device. */
  async restore(device: string): Promise<void> {
    const owner = this.find(device)
    const reports = owner.device.restore()
    if (reports.length > 0) await owner.gateway.send(reports)
  }

  async lowBattery(device: string): Promise<void> {
    const owner = this.find(device)
    await owner.gateway.send([owner.device.lowBattery()])
  }

  /** Sends one telemetry message of one device, unless it or its gateway is silent. */
  async telemetry(device: string): Promise<void> {
    const owner = this.find(device)
    if (!owner.device.silent && owner.gateway.connected) await owner.gateway.send([owner.device.telemetry()])
  }

  /** Several reports in one message of a gateway. */
  async send(gateway: string, reports: ReportItem[]): Promise<void> {
    await this.gateway(gateway).send(reports)
  }

  /** Silences a gateway (connection closed) or a device (telemetry stops). */
  async silence(code: string): Promise<void> {
    const gateway = this.gateways.find(({ spec }) => spec.code === code)
    if (gateway === undefined) this.find(code).device.silent = true
    else await gateway.stop()
  }

  async wake(code: string): Promise<void> {
    const gateway = this.gateways.find(({ spec }) => spec.code === code)
    if (gateway === undefined) this.find(code).device.silent = false
    else await gateway.start()
  }

  /** Breaks every connection at once, like a power cut at the provider. All gateways reconnect by themselves. */
  reconnectStorm(): void {
    for (const gateway of this.gateways) gateway.dropConnection()
  }

  /** A random device that is not in alarm. */
  quietDevice(random: () => number): Device | undefined {
    return pick(
      random,
      this.devices().filter(({ inAlarm, silent }) => !inAlarm && !silent),
    )
  }
}

export const createFleet = (options: FleetOptions): Fleet => {
  return new Fleet(options)
}
