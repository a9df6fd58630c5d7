import { connect, type Socket } from 'node:net'
import { setTimeout as delay } from 'node:timers/promises'
import { fork } from 'node:child_process'
import { fileURLToPath } from 'node:url'

/**
 * Publishes QoS 1 reports over many MQTT connections as fast as they are acknowledged. Each connection keeps a window of messages
 * in flight.
 */
export interface LoadOptions {
  readonly host: string
  readonly port: number
  /** The gateways, with one connection each. Their devices take turns. */
  readonly gateways: readonly { code: string; secret: string; devices: readonly string[] }[]
  /** Unacknowledged messages per connection. */
  readonly window: number
  /** Messages per second over all connections. As many as possible if left out. */
  readonly rate?: number
  /** Discarded at the start. */
  readonly warmUpSeconds: number
  readonly seconds: number
  /** Number of the first message of each gateway. */
  readonly firstSequence: number
  /** Step from one number to the next; 1 unless gaps are wanted. */
  readonly sequenceStep?: number
  /** What each message reports; telemetry if left out. */
  readonly report?: 'telemetry' | 'fire'
  /** Maximum number of messages per connection. */
  readonly messagesEach?: number
}

export interface LoadResult {
  /** Acknowledged messages per second in the measured time. */
  readonly perSecond: number
  /** Everything acknowledged, including the warm-up. */
  readonly acknowledged: number
  /** Everything sent. */
  readonly sent: number
  /** When it began, and when everything was acknowledged (ms since 1970). */
  readonly beganAt: number
  readonly endedAt: number
}

/** Runs the load in this process. Give it its own (`startLoad`) if the server runs in yours. */
export const runLoad = async (options: LoadOptions): Promise<LoadResult> => {
  const clients = options.gateways.map((gateway) => new LoadClient(options, gateway))
  await Promise.all(clients.map((client) => client.connect()))
  const count = (): number => clients.reduce((sum, client) => sum + client.acknowledged, 0)
  const { rate } = options
  const beganAt = performance.timeOrigin + performance.now()
  for (const client of clients) client.start(rate === undefined ? options.window : 0)
  const pacer = rate === undefined ? undefined : pace(clients, rate)
  await delay(options.warmUpSeconds * 1000)
  const before = count()
  const began = performance.now()
  await delay(options.seconds * 1000)
  const perSecond = ((count() - before) / (performance.now() - began)) * 1000
  clearInterval(pacer)
  for (const client of clients) client.finish()
  await Promise.race([Promise.all(clients.map((client) => client.drained)), delay(10_000)])
  const endedAt = performance.timeOrigin + performance.now()
  for (const client of clients) client.close()
  return { perSecond, acknowledged: count(), sent: clients.reduce((sum, client) => sum + client.sent, 0), beganAt, endedAt }
}

const tickMs = 10

/** Spreads a fixed rate over the connections in turn. What is not acknowledged in time does not pile up beyond the window. */
const pace = (clients: readonly LoadClient[], rate: number): NodeJS.Timeout => {
  const began = performance.now()
  let given = 0
  return setInterval(() => {
    const due = Math.floor(((performance.now() - began) / 1000) * rate)
    const each = new Map<LoadClient, number>()
    for (; given < due; given++) {
      const client = clients[given % clients.length]
      if (client) each.set(client, (each.get(client) ?? 0) + 1)
    }
    for (const [client, number] of each) client.send(number)
  }, tickMs)
}

class LoadClient {
  acknowledged = 0
  sent = 0
  readonly #options: LoadOptions
  readonly #gateway: LoadOptions['gateways'][number]
  readonly #socket: Socket
  readonly #topic: Buffer
  readonly #tails: string[]
  readonly #drained = Promise.withResolvers<void>()
  #packetId = 0
  #closedLoop = false
  #finished = false
  #rest = 0

  constructor(options: LoadOptions, gateway: LoadOptions['gateways'][number]) {
    this.#options = options
    this.#gateway = gateway
    this.#socket = connect(options.port, options.host)
    this.#socket.setNoDelay(true)
    this.#topic = prefixed(`ew/v1/${gateway.code}/report`)
    const time = new Date().toISOString()
    const report =
      options.report === 'fire'
        ? '"code":"1111","format":"CID"'
        : `"code":"telemetry","format":"EW","time":"${time}","values":{"battery":87,"obscuration":12}`
    this.#tails = gateway.devices.map((device) => `,"time":"${time}","reports":[{"device":"${device}",${report}}]}`)
  }

  get drained(): Promise<void> {
    return this.#drained.promise
  }

  connect(): Promise<void> {
    const { code, secret } = this.#gateway
    const variable = Buffer.concat([prefixed('MQTT'), Buffer.from([4, 0b1100_0010, 0, 120])])
    this.#socket.write(frame(0x10, Buffer.concat([variable, prefixed(code), prefixed(code), prefixed(secret)])))
    return new Promise((resolve, reject) => {
      this.#socket.once('error', reject)
      this.#socket.once('data', (answer: Buffer) => {
        if (answer[3] !== 0) return reject(new Error(`gateway ${code} was refused: ${answer[3]}`))
        this.#socket.on('data', (data: Buffer) => this.#receive(data))
        resolve()
      })
    })
  }

  start(window: number): void {
    this.#closedLoop = window > 0
    this.send(window)
  }

  finish(): void {
    this.#finished = true
    if (this.acknowledged === this.sent) this.#drained.resolve()
  }

  close(): void {
    this.#socket.destroy()
  }

  send(count: number): void {
    const { window, messagesEach = Infinity } = this.#options
    const room = Math.min(count, window - (this.sent - this.acknowledged), messagesEach - this.sent)
    if (room <= 0) return
    const packets: Buffer[] = []
    for (let index = 0; index < room; index++) {
      const sequence = this.#options.firstSequence + this.sent * (this.#options.sequenceStep ?? 1)
      this.#packetId = (this.#packetId % 65_535) + 1
      const payload = `{"seq":${sequence}${this.#tails[this.sent % this.#tails.length]}`
      packets.push(publish(this.#topic, this.#packetId, payload))
      this.sent++
    }
    this.#socket.write(Buffer.concat(packets))
  }

  /** Only PUBACKs arrive, four bytes each. */
  #receive(data: Buffer): void {
    const bytes = this.#rest + data.length
    this.#rest = bytes % 4
    const count = (bytes - this.#rest) / 4
    this.acknowledged += count
    if (!this.#finished) return this.#closedLoop ? this.send(count) : undefined
    if (this.acknowledged === this.sent) this.#drained.resolve()
  }
}

export const prefixed = (value: string): Buffer => {
  const bytes = Buffer.from(value)
  return Buffer.concat([Buffer.from([bytes.length >> 8, bytes.length & 0xff]), bytes])
}

export const frame = (first: number, body: Buffer): Buffer => Buffer.concat([header(first, body.length), body])

const header = (first: number, length: number): Buffer => {
  const bytes = [first]
  for (let rest = length; ; rest >>= 7) {
    if (rest < 0x80) return Buffer.from([...bytes, rest])
    bytes.push((rest & 0x7f) | 0x80)
  }
}

export const publish = (topic: Buffer, packetId: number, payload: string): Buffer => {
  const head = header(0x32, topic.length + 2 + payload.length)
  const packet = Buffer.allocUnsafe(head.length + topic.length + 2 + payload.length)
  head.copy(packet)
  topic.copy(packet, head.length)
  packet.writeUInt16BE(packetId, head.length + topic.length)
  packet.write(payload, head.length + topic.length + 2, 'latin1')
  return packet
}

/** Runs a load in its own process, so that it does not share a thread with the server it measures. */
export const startLoad = (options: LoadOptions): Promise<LoadResult> =>
  new Promise((resolve, reject) => {
    const child = fork(fileURLToPath(import.meta.url), [], { env: { ...process.env, LOAD_CHILD: '1' } })
    child.once('message', (result) => resolve(result as LoadResult))
    child.once('exit', (code) => reject(new Error(`the load generator ended with ${code}`)))
    child.send(options)
  })

if (process.env['LOAD_CHILD'] === '1' && process.send) {
  process.once('message', (options) => {
    void runLoad(options as LoadOptions).then((result) => process.send?.(result, () => process.exit(0)))
  })
}
