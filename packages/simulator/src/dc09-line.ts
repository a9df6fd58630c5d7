import { createSocket } from 'node:dgram'
import { once } from 'node:events'
import { connect, isIPv6 } from 'node:net'
import { cutDc09, readDc09, type Dc09Key, type Dc09Received } from '@emberwatch/device-link'

/** Where a receiver is. */
export interface Dc09Receiver {
  readonly host: string
  readonly port: number
  /** Default: tcp. */
  readonly transport?: 'tcp' | 'udp'
}

type Answered = (answer: Dc09Received | undefined) => void

/** A TCP connection, or a UDP socket for one receiver, and what waits for an answer there. */
export class Dc09Line {
  isClosed = false
  readonly #ended = Promise.withResolvers<void>()
  readonly #key: Dc09Key | undefined
  readonly #waiting = new Map<string, Answered>()
  #write: (bytes: Uint8Array) => void = () => undefined
  #end: () => void = () => undefined

  private constructor(key: Dc09Key | undefined) {
    this.#key = key
  }

  /** Resolves when it is closed. */
  get ended(): Promise<void> {
    return this.#ended.promise
  }

  /** @throws if nobody is there within the time (ms) */
  static async open(to: Dc09Receiver, key: Dc09Key | undefined, withinMs: number): Promise<Dc09Line> {
    const line = new Dc09Line(key)
    try {
      await (to.transport === 'udp' ? line.#useUdp(to) : line.#useTcp(to, withinMs))
    } catch (error) {
      line.close()
      throw error
    }
    return line
  }

  /** Sends a frame and waits for what answers its number. Undefined: nothing did, or the line ended. */
  async exchange(sequence: string, bytes: Uint8Array, withinMs: number): Promise<Dc09Received | undefined> {
    const answered = Promise.withResolvers<Dc09Received | undefined>()
    if (this.isClosed) return undefined
    this.#waiting.set(sequence, answered.resolve)
    const timer = setTimeout(() => answered.resolve(undefined), withinMs)
    this.#write(bytes)
    try {
      return await answered.promise
    } finally {
      clearTimeout(timer)
      this.#waiting.delete(sequence)
    }
  }

  close(): void {
    this.#end()
    this.#closed()
  }

  #closed(): void {
    this.isClosed = true
    for (const answered of this.#waiting.values()) answered(undefined)
    this.#ended.resolve()
  }

  async #useTcp({ host, port }: Dc09Receiver, withinMs: number): Promise<void> {
    const socket = connect({ host, port, noDelay: true })
    this.#write = (bytes) => void socket.write(bytes)
    this.#end = () => void socket.destroy()
    let received: Buffer = Buffer.alloc(0)
    socket.on('data', (chunk: Buffer) => (received = this.#receive(Buffer.concat([received, chunk]))))
    socket.on('error', () => undefined) // closes next
    socket.once('close', () => this.#closed())
    await once(socket, 'connect', { signal: AbortSignal.timeout(withinMs) })
  }

  async #useUdp({ host, port }: Dc09Receiver): Promise<void> {
    const socket = createSocket(isIPv6(host) ? 'udp6' : 'udp4')
    this.#write = (bytes) => socket.send(bytes)
    this.#end = () => {
      if (!this.isClosed) socket.close()
    }
    socket.on('message', (datagram) => void this.#receive(datagram))
    socket.connect(port, host)
    await once(socket, 'connect')
    socket.on('error', () => this.close()) // nobody is there
  }

  /** Returns what is no whole frame yet. */
  #receive(bytes: Buffer): Buffer {
    for (let rest = bytes; ;) {
      const cut = cutDc09(rest)
      if (cut.kind === 'partial') return rest
      if (cut.kind === 'frame') this.#answer(rest.subarray(0, cut.size))
      rest = rest.subarray(cut.size)
    }
  }

  /** With a key only an encrypted ACK counts: anybody could make another. NAK and DUH never are encrypted, and a NAK names nobody. */
  #answer(bytes: Buffer): void {
    const answer = readDc09(bytes, { keys: this.#key === undefined ? [] : [this.#key] })
    if (answer === undefined || answer.flaw !== undefined) return
    if (answer.id === 'NAK') for (const answered of this.#waiting.values()) answered(answer)
    else if (answer.id === 'DUH' || (answer.id === 'ACK' && answer.encrypted === (this.#key !== undefined)))
      this.#waiting.get(answer.sequence)?.(answer)
  }
}
