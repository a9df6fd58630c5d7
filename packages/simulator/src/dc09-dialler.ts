import { dc09Key, writeDc09, type Dc09Key, type Dc09Received } from '@emberwatch/device-link'
import { Dc09Line, type Dc09Receiver } from './dc09-line.ts'

export interface DiallerOptions {
  readonly main: Dc09Receiver
  /** Gets what the main one does not answer, and polls as well. */
  readonly backup?: Dc09Receiver
  /** 3 to 16 hexadecimal digits. */
  readonly account: string
  /** 16, 24 or 32 bytes. Undefined: it sends in the clear. */
  readonly key?: Uint8Array
  /** A TCP connection for each message, as modems dial, instead of one that is kept. */
  readonly dialsEachTime?: boolean
  /** Until a message without an answer is sent again (ms), and how often it is sent: SIA DC-09, 5.5.3. */
  readonly answerMs?: number
  readonly tries?: number
  /** 0: no polls. */
  readonly pollSeconds?: number
  /** How much its clock is ahead (ms), and whether it learns the receiver's time from a NAK. */
  readonly clockAheadMs?: number
  readonly learnsTime?: boolean
  /** The number of its last message before it was switched off. */
  readonly lastSequence?: number
}

/** Something that happened, as Contact ID (`ADM-CID`) or SIA DC-03 (`SIA-DCS`) says it. */
export interface DialledEvent {
  readonly format: 'ADM-CID' | 'SIA-DCS'
  /** `1110`, `3110`; `FA`, `FH`. */
  readonly code: string
  /** Digits, as many as it sends. */
  readonly partition: string
  readonly zone: string
  /** Only of DC-03. */
  readonly text?: string
}

/** What became of a message: the answer, or none after all tries. */
export type Dialled = 'acknowledged' | 'refused' | 'unanswered'

const maxSequence = 9_999

/** The dialler of an alarm panel that speaks SIA DC-09: it sends, waits for the acknowledgement, and sends again. */
export class Dc09Dialler {
  readonly #options: Required<Omit<DiallerOptions, 'backup' | 'key'>>
  readonly #key: Dc09Key | undefined
  readonly #paths: readonly Path[]
  #sequence: number
  #aheadMs: number
  #turn: Promise<unknown> = Promise.resolve()
  #timer: NodeJS.Timeout | undefined
  #isPolling = false
  #isStopped = false

  /** @throws RangeError if the key has another length */
  constructor({ backup, key, ...options }: DiallerOptions) {
    this.#options = {
      dialsEachTime: false,
      answerMs: 20_000,
      tries: 3,
      pollSeconds: 60,
      clockAheadMs: 0,
      learnsTime: true,
      lastSequence: 0,
      ...options,
    }
    this.#key = key === undefined ? undefined : dc09Key(key)
    if (key !== undefined && this.#key === undefined) throw new RangeError(`a key of ${key.length} bytes`)
    this.#aheadMs = this.#options.clockAheadMs
    this.#sequence = this.#options.lastSequence
    const receivers = backup === undefined ? [options.main] : [options.main, backup]
    this.#paths = receivers.map((receiver) => new Path(receiver, this.#key, this.#options))
  }

  /** Begins to poll. */
  start(): void {
    const every = this.#options.pollSeconds * 1_000
    if (every <= 0) return
    this.#timer = setInterval(() => void this.#pollInTime(), every)
  }

  stop(): void {
    this.#isStopped = true
    clearInterval(this.#timer)
    this.dropConnections()
  }

  /** Breaks the connections. It connects again when it has something to say. */
  dropConnections(): void {
    for (const path of this.#paths) path.drop()
  }

  /** A sign of life on every path: the answers of the main one and of the backup. */
  poll(): Promise<Dialled[]> {
    return Promise.all(this.#paths.map((path) => this.#dial(path, this.#message('NULL', ''))))
  }

  /** Reports an event. Events keep their order: one waits for the answer of the other. */
  report({ format, code, partition, zone, text = '' }: DialledEvent): Promise<Dialled> {
    const spoken = text === '' ? '' : `^${text}^`
    const event = format === 'ADM-CID' ? `${code} ${partition} ${zone}` : `Nri${partition}/${code}${zone}${spoken}`
    return this.send(format, `#${this.#options.account}|${event}`)
  }

  /** Reports a fire at a zone (Contact ID), or that it is over. */
  fire(partition: string, zone: string, isOver = false): Promise<Dialled> {
    return this.report({ format: 'ADM-CID', code: isOver ? '3110' : '1110', partition, zone })
  }

  /** Sends data over the main path, and over the backup if that does not answer. */
  send(id: string, data: string): Promise<Dialled> {
    const sent = this.#turn.then(async () => {
      const message = this.#message(id, data)
      for (const path of this.#paths) {
        const dialled = await this.#dial(path, message)
        if (dialled !== 'unanswered') return dialled
      }
      return 'unanswered'
    })
    this.#turn = sent.catch(() => undefined)
    return sent
  }

  /** The same bytes each time, so that they are known again, unless the time in them was wrong. */
  async #dial(path: Path, message: Message): Promise<Dialled> {
    for (let attempt = 0; attempt < this.#options.tries && !this.#isStopped; attempt++) {
      const answer = await path.exchange(message.sequence, message.bytes)
      if (answer?.id === 'ACK') return 'acknowledged'
      if (answer?.id === 'DUH') return 'refused'
      if (answer?.id !== 'NAK') continue
      this.#learnTime(answer)
      message.bytes = message.write()
    }
    return 'unanswered'
  }

  #learnTime({ time }: Dc09Received): void {
    const heard = time === undefined ? Number.NaN : Date.parse(time)
    if (this.#options.learnsTime && !Number.isNaN(heard)) this.#aheadMs = heard - Date.now()
  }

  #message(id: string, data: string): Message {
    this.#sequence = (this.#sequence % maxSequence) + 1
    const sequence = String(this.#sequence).padStart(4, '0')
    const { account } = this.#options
    const write = () => {
      const time = `${new Date(Date.now() + this.#aheadMs).toISOString().slice(0, 19)}Z`
      return writeDc09({ id, sequence, receiver: undefined, line: '0', account, data, extended: {}, time }, this.#key)
    }
    return { sequence, bytes: write(), write }
  }

  async #pollInTime(): Promise<void> {
    if (this.#isPolling) return
    this.#isPolling = true
    await this.poll()
    this.#isPolling = false
  }
}

interface Message {
  readonly sequence: string
  bytes: Buffer
  /** Writes it anew, with the time of now. */
  readonly write: () => Buffer
}

/** The way to one receiver, over a line that is kept, or one for each message. */
class Path {
  readonly #receiver: Dc09Receiver
  readonly #key: Dc09Key | undefined
  readonly #answerMs: number
  readonly #keeps: boolean
  readonly #opened = new Set<Promise<Dc09Line>>()
  #kept: Promise<Dc09Line> | undefined

  constructor(
    receiver: Dc09Receiver,
    key: Dc09Key | undefined,
    { answerMs, dialsEachTime }: Pick<Required<DiallerOptions>, 'answerMs' | 'dialsEachTime'>,
  ) {
    this.#receiver = receiver
    this.#key = key
    this.#answerMs = answerMs
    this.#keeps = !dialsEachTime
  }

  drop(): void {
    for (const opened of this.#opened) {
      void opened.then(
        (line) => line.close(),
        () => undefined,
      )
    }
  }

  /** Undefined: no answer, or nobody is there. A line without an answer is given up, as it may be dead. */
  async exchange(sequence: string, bytes: Buffer): Promise<Dc09Received | undefined> {
    const opened = this.#kept ?? this.#open()
    const line = await opened.catch(() => undefined)
    const answer = await line?.exchange(sequence, bytes, this.#answerMs)
    if (answer !== undefined && this.#keeps) return answer
    line?.close()
    this.#forget(opened)
    return answer
  }

  #open(): Promise<Dc09Line> {
    const opened = Dc09Line.open(this.#receiver, this.#key, this.#answerMs)
    this.#opened.add(opened)
    if (this.#keeps) this.#kept = opened
    const forget = () => this.#forget(opened)
    void opened.then(({ ended }) => ended).then(forget, forget)
    return opened
  }

  #forget(opened: Promise<Dc09Line>): void {
    this.#opened.delete(opened)
    if (this.#kept === opened) this.#kept = undefined
  }
}
