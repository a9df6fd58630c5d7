import { once } from 'node:events'
import { connect } from 'node:net'
import type { Socket } from 'node:net'
import { generate, parser as createParser } from 'mqtt-packet'
import type { IConnectPacket, Packet } from 'mqtt-packet'

/** An MQTT client that does nothing by itself: protocol tests control each packet. */
export class RawClient {
  readonly socket: Socket
  readonly #version: 3 | 4 | 5
  readonly #received: Packet[] = []
  #wake: (() => void) | undefined
  #closed = false

  constructor(socket: Socket, version: 3 | 4 | 5 = 4) {
    this.socket = socket
    this.#version = version
    const parser = createParser({ protocolVersion: version })
    parser.on('packet', (packet) => {
      this.#received.push(packet)
      this.#wake?.()
    })
    socket.on('data', (chunk: Buffer) => parser.parse(chunk))
    socket.on('error', () => undefined)
    socket.on('close', () => {
      this.#closed = true
      this.#wake?.()
    })
  }

  static async open(port: number, version: 3 | 4 | 5 = 4): Promise<RawClient> {
    const socket = connect(port, '127.0.0.1')
    const client = new RawClient(socket, version)
    await once(socket, 'connect')
    return client
  }

  send(...packets: Packet[]): void {
    this.socket.write(Buffer.concat(packets.map((packet) => generate(packet, { protocolVersion: this.#version }))))
  }

  /** Sends CONNECT as gateway GW1 and returns the answer. */
  async connect(fields: Partial<IConnectPacket> = {}): Promise<Packet | 'closed'> {
    this.send(connectPacket(this.#version, fields))
    return this.next()
  }

  /** The next packet, or `closed`. Rejects on timeout. */
  async next(timeoutMs = 5000): Promise<Packet | 'closed'> {
    let isLate = false
    const deadline = setTimeout(() => {
      isLate = true
      this.#wake?.()
    }, timeoutMs)
    try {
      for (;;) {
        const packet = this.#received.shift()
        if (packet !== undefined) return packet
        if (this.#closed) return 'closed'
        if (isLate) throw new Error('nothing came')
        await new Promise<void>((resolve) => (this.#wake = resolve))
      }
    } finally {
      clearTimeout(deadline)
    }
  }

  /** Whether nothing at all arrives for this long. */
  async isSilent(ms: number): Promise<boolean> {
    return this.next(ms).then(
      () => false,
      () => true,
    )
  }
}

/** A CONNECT of gateway GW1 with the secret that the tests accept. */
export const connectPacket = (version: 3 | 4 | 5, fields: Partial<IConnectPacket> = {}): IConnectPacket => {
  return {
    cmd: 'connect',
    protocolId: version === 3 ? 'MQIsdp' : 'MQTT',
    protocolVersion: version,
    clientId: 'raw',
    clean: true,
    keepalive: 60,
    username: 'GW1',
    password: Buffer.from('secret of GW1'),
    ...fields,
  }
}
