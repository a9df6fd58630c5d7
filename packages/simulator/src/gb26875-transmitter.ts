import { connect, type Socket } from 'node:net'
import { setTimeout as delay } from 'node:timers/promises'
import {
  cutGb26875,
  gb26875Commands as commands,
  gb26875Types as types,
  readGb26875,
  writeGb26875,
} from '@emberwatch/device-link'

export interface TransmitterOptions {
  readonly host: string
  readonly port: number
  /** Its source address. */
  readonly address: number
  /** Until a frame without an answer is sent again (ms), and how often: GB/T 26875.3, 6.4. */
  readonly answerMs?: number
  readonly tries?: number
  /** 0: no signs of life. */
  readonly heartbeatSeconds?: number
  readonly reconnectMs?: number
}

/** A part of a panel, as transmitters name it. */
export interface Component {
  readonly system: number
  readonly loop: number
  readonly point: number
  /** Component type, table 7 of the standard: 42 photoelectric smoke detector. */
  readonly type: number
  readonly text?: string
}

/** What became of a frame: the answer, or none after all tries. */
export type Delivery = 'confirmed' | 'denied' | 'unanswered'

const systemType = 1
const textBytes = 31
/** Its clock says the time of China, without a zone (6.2.2). */
const clockOffsetMs = 8 * 3_600_000
const normal = 0b1

/** A user information transmission device of GB/T 26875.3-2011 over TCP: it sends, waits for the confirmation, and sends again. */
export class Gb26875Transmitter {
  readonly #options: Required<TransmitterOptions>
  readonly #answers = new Map<number, (command: number | undefined) => void>()
  #socket: Socket | undefined
  #received = Buffer.alloc(0)
  #sequence = 0
  #heartbeat: NodeJS.Timeout | undefined
  #isStopped = false

  constructor(options: TransmitterOptions) {
    this.#options = { answerMs: 10_000, tries: 3, heartbeatSeconds: 30, reconnectMs: 1_000, ...options }
  }

  get connected(): boolean {
    return this.#socket?.readyState === 'open'
  }

  /** Resolves once it is connected. */
  async start(): Promise<void> {
    await this.#connect()
    const every = this.#options.heartbeatSeconds * 1_000
    if (every > 0) this.#heartbeat = setInterval(() => void this.heartbeat(), every)
  }

  stop(): void {
    this.#isStopped = true
    clearInterval(this.#heartbeat)
    this.#socket?.destroy()
    for (const answer of this.#answers.values()) answer(undefined)
  }

  /** Breaks the connection. It connects again by itself. */
  dropConnection(): void {
    this.#socket?.destroy()
  }

  /** A sign of life: “send” without content, as is the practice. */
  heartbeat(): Promise<Delivery> {
    return this.send(new Uint8Array())
  }

  /** Reports the states of components (type 2). Bits as in table 7, without bit 0. */
  reportComponents(components: readonly (Component & { state: number })[], test = false): Promise<Delivery> {
    const objects = components.map(({ state, ...component }) =>
      Buffer.concat([componentHead(component), word(state | (test ? 0 : normal)), text(component.text ?? ''), clock()]),
    )
    return this.send(Buffer.concat([Uint8Array.of(types.componentState, objects.length), ...objects]))
  }

  /** Reports a fire at a component, or that it is over. */
  fire(component: Component, isOver = false): Promise<Delivery> {
    return this.reportComponents([{ ...component, state: isOver ? 0 : 0b10 }])
  }

  /** Reports one measured value (type 3): the number of the quantity, and the count of its steps. */
  measure(component: Component, quantity: number, count: number): Promise<Delivery> {
    const value = Buffer.alloc(3)
    value.writeUInt8(quantity)
    value.writeInt16LE(count, 1)
    return this.send(Buffer.concat([Uint8Array.of(types.analog, 1), componentHead(component), value, clock()]))
  }

  /** Sends content and waits for its answer. A frame keeps its number when it is sent again. */
  async send(content: Uint8Array, command: number = commands.send): Promise<Delivery> {
    const { address, tries } = this.#options
    const sequence = this.#sequence++ & 0xffff
    const frame = { sequence, version: [1, 1], time: time(), source: address, destination: 0, command, content } as const
    const bytes = writeGb26875(frame)
    for (let attempt = 0; attempt < tries && !this.#isStopped; attempt++) {
      const answer = await this.#exchange(sequence, bytes)
      if (answer === commands.confirm) return 'confirmed'
      if (answer === commands.deny && attempt === tries - 1) return 'denied'
    }
    return 'unanswered'
  }

  /** Sends bytes as they are, without waiting. */
  write(bytes: Uint8Array): void {
    this.#socket?.write(bytes)
  }

  async #exchange(sequence: number, bytes: Uint8Array): Promise<number | undefined> {
    const { answerMs } = this.#options
    const answered = Promise.withResolvers<number | undefined>()
    this.#answers.set(sequence, answered.resolve)
    const timer = setTimeout(() => answered.resolve(undefined), answerMs)
    this.write(bytes)
    try {
      return await answered.promise
    } finally {
      clearTimeout(timer)
      this.#answers.delete(sequence)
    }
  }

  async #connect(): Promise<void> {
    const { host, port } = this.#options
    const socket = connect({ host, port, noDelay: true })
    this.#socket = socket
    socket.on('data', (chunk: Buffer) => this.#receive(chunk))
    socket.on('error', () => undefined) // closes next
    socket.once('close', () => void this.#reconnect())
    await new Promise<void>((resolve, reject) => {
      socket.once('connect', () => resolve())
      socket.once('error', reject)
    })
  }

  async #reconnect(): Promise<void> {
    this.#received = Buffer.alloc(0)
    await delay(this.#options.reconnectMs, undefined, { ref: false })
    if (!this.#isStopped) await this.#connect().catch(() => undefined) // it closes, and tries again
  }

  #receive(chunk: Buffer): void {
    this.#received = Buffer.concat([this.#received, chunk])
    for (;;) {
      const cut = cutGb26875(this.#received)
      if (cut.kind === 'partial') return
      const bytes = this.#received.subarray(0, cut.size)
      this.#received = this.#received.subarray(cut.size)
      const frame = cut.kind === 'frame' ? readGb26875(bytes)?.frame : undefined
      if (frame !== undefined) this.#answers.get(frame.sequence)?.(frame.command)
    }
  }
}

const word = (value: number): Buffer => {
  const bytes = Buffer.alloc(2)
  bytes.writeUInt16LE(value)
  return bytes
}

const componentHead = ({ system, loop, point, type }: Component): Buffer =>
  Buffer.concat([Uint8Array.of(systemType, system, type), word(point), word(loop)])

/** ASCII is the same in GB 18030. */
const text = (words: string): Buffer => {
  const bytes = Buffer.alloc(textBytes)
  bytes.write(words, 'ascii')
  return bytes
}

const time = (): string => new Date(Date.now() + clockOffsetMs).toISOString().slice(0, 19)

const clock = (): Uint8Array => {
  const [year, month, day, hour, minute, second] = time().split(/\D/).map(Number)
  return Uint8Array.of(second ?? 0, minute ?? 0, hour ?? 0, day ?? 0, month ?? 0, (year ?? 2000) - 2000)
}
