import { connect, type Socket } from 'node:net'
import { frame, prefixed, publish } from './load.ts'

const retryMs = 100
const duplicate = 0x08
const [connack, puback] = [0x20, 0x40]

/** The connection of one well-behaved gateway: whatever is not acknowledged is sent again, in order, on each new connection. */
export class GatewayLine {
  readonly #port: number
  readonly #code: string
  readonly #secret: string
  readonly #topic: Buffer
  /** By packet identifier, in the order they were assigned. */
  readonly #waiting = new Map<number, { packet: Buffer; acknowledged: () => void }>()
  #socket: Socket | undefined
  #signedIn = false
  #closed = false
  #packetId = 0
  #unread = Buffer.alloc(0)

  constructor(port: number, { code, secret }: { code: string; secret: string }) {
    this.#port = port
    this.#code = code
    this.#secret = secret
    this.#topic = prefixed(`ew/v1/${code}/report`)
    this.#connect()
  }

  /** Resolves when the message is acknowledged, however many connections that takes. */
  send(message: object): Promise<void> {
    do this.#packetId = (this.#packetId % 65_535) + 1
    while (this.#waiting.has(this.#packetId))
    const packet = publish(this.#topic, this.#packetId, JSON.stringify(message))
    if (this.#signedIn) this.#socket?.write(packet)
    return new Promise((acknowledged) => this.#waiting.set(this.#packetId, { packet, acknowledged }))
  }

  /** Breaks the connection. It comes back by itself. */
  cut(): void {
    this.#socket?.resetAndDestroy()
  }

  close(): void {
    this.#closed = true
    this.#socket?.destroy()
  }

  #connect(): void {
    if (this.#closed) return
    const socket = connect(this.#port, '127.0.0.1')
    this.#socket = socket
    this.#unread = Buffer.alloc(0)
    socket.setNoDelay(true)
    socket.on('error', () => undefined)
    socket.on('data', (data: Buffer) => this.#receive(data))
    socket.on('close', () => {
      this.#signedIn = false
      setTimeout(() => this.#connect(), retryMs)
    })
    const variable = Buffer.concat([prefixed('MQTT'), Buffer.from([4, 0b1100_0010, 0, 120])])
    socket.write(frame(0x10, Buffer.concat([variable, prefixed(this.#code), prefixed(this.#code), prefixed(this.#secret)])))
  }

  /** Only CONNACK and PUBACK arrive, four bytes each. */
  #receive(data: Buffer): void {
    this.#unread = Buffer.concat([this.#unread, data])
    for (; this.#unread.length >= 4; this.#unread = this.#unread.subarray(4)) {
      const type = this.#unread.readUInt8(0)
      if (type === puback) this.#acknowledged(this.#unread.readUInt16BE(2))
      else if (type === connack && this.#unread.readUInt8(3) === 0) this.#sendAgain()
      else this.#socket?.destroy()
    }
  }

  #acknowledged(packetId: number): void {
    this.#waiting.get(packetId)?.acknowledged()
    this.#waiting.delete(packetId)
  }

  #sendAgain(): void {
    this.#signedIn = true
    for (const { packet } of this.#waiting.values()) {
      this.#socket?.write(packet)
      packet[0] = (packet[0] ?? 0) | duplicate
    }
  }
}
