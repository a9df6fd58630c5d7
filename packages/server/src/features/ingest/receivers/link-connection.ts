import type { Socket } from 'node:net'
import { maxUnreadBytes } from '../../../platform/broker/ack-writer.ts'
import type { ReadShare } from '../../../platform/broker/read-gate.ts'
import { FrameIntake, type Admission, type FramePeer, type IntakeHost } from './frame-intake.ts'

/** What a connection needs from its receiver. */
export interface LinkHost extends IntakeHost {
  /** The first frame named its sender. */
  identified(connection: LinkConnection, admission: Admission['as']): void
  closed(connection: LinkConnection, reason: string): void
}

/** Received and not yet cut into frames. Beyond it nothing is read: only one frame at a time can be incomplete. */
const maxUncutBytes = 64 * 1024
/** Fewer bytes between two frames are none. */
const leastFrameBytes = 16

/** One connection of a transmitter over TCP: cuts what arrives into frames. */
export class LinkConnection implements FramePeer {
  readonly ip: string
  readonly port: number | null
  lastReceivedAt = performance.now()
  isGone = false
  readonly mayWait = true
  readonly #socket: Socket
  readonly #share: ReadShare
  readonly #host: LinkHost
  readonly #intake: FrameIntake
  #uncut: Buffer = Buffer.alloc(0)
  #isWorking = false
  #reason = 'closed by the transmitter'

  constructor(socket: Socket, ip: string, share: ReadShare, host: LinkHost) {
    this.ip = ip
    this.port = ip === socket.remoteAddress ? (socket.remotePort ?? null) : null
    this.#socket = socket
    this.#share = share
    this.#host = host
    this.#intake = new FrameIntake(host, this)
    socket.on('data', (chunk: Buffer) => {
      this.lastReceivedAt = performance.now()
      this.#uncut = this.#uncut.length === 0 ? chunk : Buffer.concat([this.#uncut, chunk])
      if (this.#uncut.length > maxUncutBytes) socket.pause()
      void this.#work()
    })
    socket.on('error', (error) => (this.#reason = error.message))
    socket.once('close', () => {
      this.isGone = true
      host.closed(this, this.#reason)
    })
  }

  /** The address in its first whole frame, as gateways are registered. */
  get identity(): string | undefined {
    return this.#intake.identity
  }

  /** Whether what it sends waits for us: then its silence means nothing. */
  get isHeldUp(): boolean {
    return this.#isWorking || this.#share.paused
  }

  forgetAdmissions(): void {
    this.#intake.forgetAdmissions()
  }

  answer(bytes: Uint8Array): void {
    if (this.#socket.writable) this.#socket.write(bytes)
    // It sends, and never reads.
    if (this.#socket.writableLength > maxUnreadBytes) this.end('does not read')
  }

  end(reason: string): void {
    this.#reason = reason
    this.#socket.destroy()
  }

  identified(admission: Admission['as']): void {
    this.#host.identified(this, admission)
  }

  enter(gateway: string, bytes: number): boolean {
    // Its share has been given up with its socket.
    if (this.isGone) return false
    if (this.#share.gateway === '') this.#share.belongTo(gateway)
    this.#share.enter(bytes)
    this.#share.settle()
    return true
  }

  leave(bytes: number, isParked: boolean): void {
    this.#share.leave(bytes, isParked)
  }

  park(bytes: number): boolean {
    return this.#share.park(bytes)
  }

  /** An unfinished frame that is not continued: it ended here, and what follows begins anew. */
  endPartial(): void {
    if (this.#uncut.length === 0 || this.#isWorking) return
    const bytes = this.#uncut
    this.#uncut = Buffer.alloc(0)
    void this.#work(bytes)
  }

  async #work(broken?: Buffer): Promise<void> {
    if (this.#isWorking) return
    this.#isWorking = true
    try {
      if (broken !== undefined) await this.#intake.take(broken, true)
      while (!this.isGone && this.#uncut.length > 0) {
        const cut = this.#host.protocol.cut(this.#uncut)
        if (cut.kind === 'partial') break
        const bytes = this.#uncut.subarray(0, cut.size)
        this.#uncut = this.#uncut.subarray(cut.size)
        // What stands between two frames may have been one, if it is long enough; what comes first is how some modems greet.
        const mayBeFrame = this.identity !== undefined && bytes.length >= leastFrameBytes
        if (cut.kind !== 'noise' || mayBeFrame) await this.#intake.take(bytes, cut.kind !== 'frame')
      }
    } catch (error) {
      // Not answered: the transmitter sends it again.
      this.#host.log.warn({ ip: this.ip, reason: String(error) }, 'a frame could not be taken')
      this.end('a frame could not be taken')
    } finally {
      this.#isWorking = false
      if (!this.#share.paused) this.#socket.resume()
    }
  }
}
