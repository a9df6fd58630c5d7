import { fork } from 'node:child_process'
import { connect, type Socket } from 'node:net'
import { setTimeout as delay } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { frame, prefixed, publish } from './load.ts'

/** Gateways in a process of their own. Whenever they are cut off, they reconnect by themselves, all at once. */
export interface MqttCrowd {
  /** Breaks all connections at once without DISCONNECT, so that the broker sends their Wills. */
  cut(): void
  /** Resolves when all are connected and, if they send heartbeats, when these are acknowledged. */
  complete(): Promise<void>
  close(): void
}

interface Plan {
  readonly port: number
  readonly gateways: readonly { readonly code: string; readonly secret: string }[]
  /** They leave a Will that reports them offline, and send a heartbeat after each connection. Otherwise they send nothing. */
  readonly heartbeats?: boolean
}

type Command = 'cut' | 'complete?'

/** Longer than any measurement. */
const keepaliveSeconds = 1_200
/** How many connect at the same time at the start. */
const atOnce = 100
/** A refused connection is tried again after this. */
const retryMs = 1_000
const lookMs = 10
const puback = 0x40
/** A return code of CONNACK: the server cannot accept connections at the moment. */
const unavailable = 3

/** Connects all of them. Resolves when each has been accepted. */
export const connectMqttCrowd = async (plan: Plan): Promise<MqttCrowd> => {
  const child = fork(fileURLToPath(import.meta.url), [], { env: { ...process.env, MQTT_CROWD_CHILD: '1' } })
  const ended = new Promise<never>((_, reject) => {
    child.once('exit', (code) => reject(new Error(`the gateways ended with ${code}`)))
  })
  ended.catch(() => undefined)
  const answered = (): Promise<void> =>
    new Promise((resolve, reject) =>
      child.once('message', (answer) => (answer === 'complete' ? resolve() : reject(new Error(String(answer))))),
    )
  const connected = answered()
  child.send(plan)
  await Promise.race([connected, ended])
  const tell = (command: Command): boolean => child.send(command)
  return {
    cut: () => void tell('cut'),
    complete() {
      const complete = answered()
      tell('complete?')
      return Promise.race([complete, ended])
    },
    close: () => void child.kill(),
  }
}

class Gateway {
  /** Connected, and acknowledged if it sends heartbeats. */
  isComplete = false
  readonly #plan: Plan
  readonly #code: string
  readonly #secret: string
  #socket: Socket | undefined
  #sequence = 0

  constructor(plan: Plan, { code, secret }: Plan['gateways'][number]) {
    this.#plan = plan
    this.#code = code
    this.#secret = secret
  }

  /** A reset, as when a line breaks. */
  cut(): void {
    this.isComplete = false
    this.#socket?.resetAndDestroy()
  }

  connect(): void {
    const socket = connect(this.#plan.port, '127.0.0.1')
    this.#socket = socket
    let unread = Buffer.alloc(0)
    let isIn = false
    socket.on('error', () => undefined)
    socket.once('close', () => {
      this.isComplete = false
      setTimeout(() => this.connect(), isIn ? 0 : retryMs)
    })
    // Only CONNACK and PUBACK arrive, four bytes each.
    socket.on('data', (data: Buffer) => {
      unread = Buffer.concat([unread, data])
      for (; unread.length >= 4; unread = unread.subarray(4)) {
        if (unread.readUInt8(0) === puback) this.isComplete = true
        else if (unread.readUInt8(3) === unavailable) return void socket.destroy()
        else if (unread.readUInt8(3) !== 0) return tell(`gateway ${this.#code} was refused: ${unread.readUInt8(3)}`)
        else {
          isIn = true
          if (this.#plan.heartbeats) this.#beat(socket)
          else this.isComplete = true
        }
      }
    })
    socket.write(frame(0x10, Buffer.concat(this.#connectPacket())))
  }

  #connectPacket(): Buffer[] {
    const { heartbeats = false } = this.#plan
    const flags = heartbeats ? 0b1100_1110 : 0b1100_0010
    // A new number for each Will: the previous one may have been stored under its number.
    const gone = { seq: ++this.#sequence, reports: [{ format: 'EW', code: 'offline' }] }
    const will = heartbeats ? [prefixed(this.#topic('report')), prefixed(JSON.stringify(gone))] : []
    return [
      prefixed('MQTT'),
      Buffer.from([4, flags, keepaliveSeconds >> 8, keepaliveSeconds & 0xff]),
      prefixed(this.#code),
      ...will,
      prefixed(this.#code),
      prefixed(this.#secret),
    ]
  }

  #beat(socket: Socket): void {
    const beat = { seq: ++this.#sequence, time: new Date().toISOString(), ip: '10.0.0.7', signal: -71, firmware: '1.2.003' }
    socket.write(publish(prefixed(this.#topic('heartbeat')), 1, JSON.stringify(beat)))
  }

  #topic(channel: string): string {
    return `ew/v1/${this.#code}/${channel}`
  }
}

const tell = (answer: string): void => void process.send?.(answer)

if (process.env['MQTT_CROWD_CHILD'] === '1' && process.send) {
  const gateways: Gateway[] = []
  const complete = async (): Promise<void> => {
    while (!gateways.every(({ isComplete }) => isComplete)) await delay(lookMs)
    tell('complete')
  }
  process.on('message', (message: Plan | Command) => {
    if (message === 'cut') for (const gateway of gateways) gateway.cut()
    else if (message === 'complete?') void complete()
    else {
      gateways.push(...message.gateways.map((each) => new Gateway(message, each)))
      const waiting = gateways.values()
      const work = async (): Promise<void> => {
        for (const gateway of waiting) {
          gateway.connect()
          while (!gateway.isComplete) await delay(lookMs)
        }
      }
      void Promise.all(Array.from({ length: atOnce }, work)).then(complete)
    }
  })
}
