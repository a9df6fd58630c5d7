import { createSocket, type RemoteInfo, type Socket } from 'node:dgram'
import { isIPv6 } from 'node:net'
import { ReadGate } from '../../../platform/broker/read-gate.ts'
import { FrameIntake, type FramePeer } from './frame-intake.ts'
import { limitsOf, readLimitsOf, type LinkReceiverOptions, type SharedSenders } from './link-receiver.ts'

const checkMs = 10_000
/** A peer that is silent for so long is forgotten (ms): the next datagram of its address begins anew. */
const forgetMs = 600_000
/** Datagrams of one peer that wait for their turn, and bytes of all. */
const maxWaiting = 64
const maxWaitingBytes = 4 * 1024 * 1024
/** Bytes of one address of the network, over all its ports. */
const maxWaitingBytesOfIp = 256 * 1024
/** Frames that one datagram may hold. */
const maxFrames = 8

/**
 * Receives the frames of one protocol over UDP, on the port of its TCP receiver. There is no connection to hold back: what is beyond a limit
 * is not answered, and its sender sends it again.
 */
export class DatagramReceiver {
  readonly #options: Omit<LinkReceiverOptions, 'port' | 'proxies'>
  readonly #gate: ReadGate
  readonly #senders: SharedSenders
  readonly #maxPeers: number
  /** By address and port, the longest silent first. */
  readonly #peers = new Map<string, DatagramPeer>()
  #socket: Socket | undefined
  #timer: NodeJS.Timeout | undefined
  #waitingBytes = 0
  readonly #waitingBytesOf = new Map<string, number>()

  constructor(options: Omit<LinkReceiverOptions, 'port' | 'proxies'>, senders: SharedSenders) {
    this.#options = options
    this.#senders = senders
    const limits = limitsOf(options)
    this.#maxPeers = limits.connections
    this.#gate = new ReadGate(readLimitsOf(limits))
  }

  get ready(): boolean {
    return this.#socket !== undefined
  }

  get peers(): number {
    return this.#peers.size
  }

  async start(port: number): Promise<void> {
    const { host, log } = this.#options
    const socket = createSocket(isIPv6(host) || host === '::' ? 'udp6' : 'udp4')
    await new Promise<void>((resolve, reject) => {
      socket.once('error', reject)
      socket.bind({ address: host, port }, () => {
        socket.off('error', reject)
        resolve()
      })
    })
    socket.on('error', (error) => log.warn({ reason: error.message }, 'udp socket error'))
    socket.on('message', (bytes, from) => this.#receive(bytes, from))
    this.#socket = socket
    this.#timer = setInterval(() => this.#forget(), checkMs)
  }

  async stop(): Promise<void> {
    clearInterval(this.#timer)
    const socket = this.#socket
    this.#socket = undefined
    for (const peer of this.#peers.values()) peer.end()
    this.#peers.clear()
    if (socket !== undefined) await new Promise<void>((resolve) => socket.close(() => resolve()))
  }

  gatewaysChanged(): void {
    for (const peer of this.#peers.values()) peer.intake.forgetAdmissions()
  }

  #receive(bytes: Buffer, from: RemoteInfo): void {
    const { address: ip, port } = from
    const size = bytes.length
    if (this.#gate.isFull || size > maxFrames * this.#options.protocol.maxFrameBytes) return
    if (this.#waitingBytes + size > maxWaitingBytes || this.#waitingOf(ip) + size > maxWaitingBytesOfIp) return
    const key = `${ip} ${port}`
    const peer = this.#peers.get(key) ?? this.#peer(key, from)
    this.#peers.delete(key)
    this.#peers.set(key, peer)
    if (!peer.hasRoom) return
    this.#wait(ip, size)
    void peer.receive(bytes).finally(() => this.#wait(ip, -size))
  }

  #waitingOf(ip: string): number {
    return this.#waitingBytesOf.get(ip) ?? 0
  }

  #wait(ip: string, bytes: number): void {
    this.#waitingBytes += bytes
    const own = this.#waitingOf(ip) + bytes
    if (own > 0) this.#waitingBytesOf.set(ip, own)
    else this.#waitingBytesOf.delete(ip)
  }

  #peer(key: string, { address: ip, port }: RemoteInfo): DatagramPeer {
    const { protocol, log, clock, admit, take } = this.#options
    const [oldest] = this.#peers
    if (oldest !== undefined && this.#peers.size >= this.#maxPeers) {
      oldest[1].end()
      this.#peers.delete(oldest[0])
    }
    return new DatagramPeer(
      { protocol, log, admit, take, now: () => clock.now(), ...this.#senders },
      this.#gate,
      { ip, port },
      (answer) => this.#socket?.send(answer, port, ip),
      () => this.#peers.delete(key),
    )
  }

  #forget(): void {
    const before = performance.now() - forgetMs
    for (const [key, peer] of this.#peers) {
      if (peer.lastReceivedAt > before) return
      peer.end()
      this.#peers.delete(key)
    }
  }
}

/** Whoever sends from one address and port. */
class DatagramPeer implements FramePeer {
  readonly ip: string
  readonly port: number
  readonly intake: FrameIntake
  lastReceivedAt = performance.now()
  isGone = false
  readonly mayWait = false
  readonly #host: ConstructorParameters<typeof FrameIntake>[0]
  readonly #gate: ReadGate
  readonly #send: (bytes: Uint8Array) => void
  readonly #ended: () => void
  #waiting = 0
  #last: Promise<unknown> = Promise.resolve()
  /** The gateway of its first frame answers for what is under way. */
  #gateway: string | undefined

  constructor(
    host: ConstructorParameters<typeof FrameIntake>[0],
    gate: ReadGate,
    { ip, port }: { readonly ip: string; readonly port: number },
    send: (bytes: Uint8Array) => void,
    ended: () => void,
  ) {
    this.ip = ip
    this.port = port
    this.#host = host
    this.#gate = gate
    this.#send = send
    this.#ended = ended
    this.intake = new FrameIntake(host, this)
  }

  get hasRoom(): boolean {
    return this.#waiting < maxWaiting && !(this.#gateway !== undefined && this.#gate.isOver(this.#gateway))
  }

  /** Resolves when it has been taken, after those before it. */
  receive(datagram: Buffer): Promise<unknown> {
    this.lastReceivedAt = performance.now()
    this.#waiting++
    this.#last = this.#last
      .then(() => this.#frames(datagram))
      .catch((error: unknown) => {
        // Not answered: it is sent again.
        if (this.#host.budget.take(this.ip))
          this.#host.log.warn({ ip: this.ip, reason: String(error) }, 'a frame could not be taken')
      })
      .finally(() => this.#waiting--)
    return this.#last
  }

  answer(bytes: Uint8Array): void {
    this.#send(bytes)
  }

  end(): void {
    this.isGone = true
    this.#ended()
  }

  identified(): void {}

  enter(gateway: string, bytes: number): boolean {
    this.#gateway ??= gateway
    this.#gate.enter(this.#gateway, bytes)
    return true
  }

  leave(bytes: number, isParked: boolean): void {
    this.#gate.leave(this.#gateway ?? '', bytes, isParked)
  }

  park(bytes: number): boolean {
    return this.#gate.park(this.#gateway ?? '', bytes)
  }

  /** A datagram holds whole frames: what has no end was cut off. */
  async #frames(datagram: Buffer): Promise<void> {
    for (let rest = datagram; rest.length > 0 && !this.isGone;) {
      const cut = this.#host.protocol.cut(rest)
      const size = cut.kind === 'partial' ? rest.length : cut.size
      if (cut.kind !== 'noise') await this.intake.take(rest.subarray(0, size), cut.kind !== 'frame')
      rest = rest.subarray(size)
    }
  }
}
