import { setTimeout as delay } from 'node:timers/promises'
import { linkAddress } from '@emberwatch/contract'
import type { BrokerLog, BrokerMessage, MessageDone } from '../../../platform/broker/broker.ts'
import type { LinkFrame, LinkProtocol } from './link-protocol.ts'

/** Whether frames of an address are taken. `unknown`: nobody registered it; what it sends is shown all the same. */
export type Admission = { as: 'known'; key?: Uint8Array | undefined } | { as: 'unknown' } | { as: 'refused' }

/** What the intake of frames needs from its receiver. */
export interface IntakeHost {
  readonly protocol: LinkProtocol
  readonly log: BrokerLog
  now(): Date
  /** Rejects while the database is unavailable. */
  admit(linkAddress: string, ip: string, isEncrypted: boolean): Promise<Admission>
  /** Resolves when a frame of an unknown sender may be taken, with the name under which it is filed. */
  turnOfUnknown(linkAddress: string): Promise<string>
  take(message: BrokerMessage, done: MessageDone): void
}

/** The other end, over whatever it is reached. */
export interface FramePeer {
  readonly ip: string
  /** Whether it can still be answered. */
  readonly isGone: boolean
  answer(bytes: Uint8Array): void
  /** It is no transmitter, or a refused one. */
  end(reason: string): void
  /** The first whole frame named it; `gateway` has to answer for what is under way. */
  identified(gateway: string): void
  /** Bytes that are under way, and that are so no longer. */
  enter(bytes: number): void
  leave(bytes: number, isParked: boolean): void
  park(bytes: number): boolean
}

/** Until an address is looked up again while the database is unavailable (ms). */
const retryMs = 500
/** Until a refused transmitter is let go (ms): it comes again at once. */
const refusedMs = 1_000
/** How often in a row a sender is told the time instead of being confirmed. */
const clockCorrections = 2
/** Damaged frames are denied and come again. So many in a row are no accident: they are shown. */
const damagedShown = 3

/**
 * Takes the frames of one peer, in the order in which they came, and answers each after its commit. What cannot be stored is not answered,
 * so that it comes again.
 */
export class FrameIntake {
  /** The address in its first whole frame, as gateways are registered. A concentrator may go on with others. */
  identity: string | undefined
  readonly #host: IntakeHost
  readonly #peer: FramePeer
  readonly #admitted = new Map<string, Promise<Admission>>()
  #damaged = 0
  #clockErrors = 0
  /** The address in its last whole frame: a damaged one may name any. */
  #address: string | undefined

  constructor(host: IntakeHost, peer: FramePeer) {
    this.#host = host
    this.#peer = peer
  }

  /** A gateway changed: whether it may send is asked again. */
  forgetAdmissions(): void {
    this.#admitted.clear()
  }

  /** Resolves when the next frame may follow. Rejects if the peer went while the database was away. */
  async take(bytes: Buffer, isBroken: boolean): Promise<void> {
    const { protocol, log } = this.#host
    let frame = protocol.read(bytes)
    const isDamaged = isBroken || frame.isDamaged
    const own = linkAddress(protocol.name, frame.address ?? '')
    const address = isDamaged ? (this.#address ?? own) : own
    if (address === undefined) {
      log.warn({ ip: this.#peer.ip, protocol: protocol.name }, 'received what is no frame, from an unknown sender')
      return this.#peer.end('no frame')
    }
    if (frame.content === 'nothing') return this.#answer(frame)
    this.#damaged = isDamaged ? this.#damaged + 1 : 0
    // Denied, it comes again. What it raises counts already now: the damage may be elsewhere.
    if (isDamaged && frame.content === undefined && this.#damaged < damagedShown) return this.#answer(frame)
    const admission = await this.#admission(address, frame.isEncrypted === true)
    if (admission.as === 'refused') return this.#refuse()
    if (admission.as === 'known' && admission.key !== undefined) frame = protocol.read(bytes, admission.key)
    if (frame.content === 'nothing') return this.#answer(frame)
    const gateway = admission.as === 'unknown' ? await this.#host.turnOfUnknown(address) : address
    if (!isDamaged) this.#identify(address, gateway)
    this.#pass(bytes, frame, gateway)
  }

  /** Its page says why. It is not answered, keeps what it has to say, and comes again: not too soon. */
  async #refuse(): Promise<void> {
    await delay(refusedMs)
    this.#peer.end('refused')
  }

  #identify(address: string, gateway: string): void {
    this.#address = address
    if (this.identity !== undefined) return
    this.identity = address
    this.#peer.identified(gateway)
  }

  /** Asked once a peer, until gateways change. While the database is away nothing more is taken from it. */
  async #admission(address: string, isEncrypted: boolean): Promise<Admission> {
    const question = `${address} ${isEncrypted}`
    for (;;) {
      const asked = this.#admitted.get(question) ?? this.#host.admit(address, this.#peer.ip, isEncrypted)
      this.#admitted.set(question, asked)
      try {
        const admission = await asked
        // Somebody may register it at any moment.
        if (admission.as === 'unknown') this.#admitted.delete(question)
        return admission
      } catch (error) {
        this.#admitted.delete(question)
        if (this.#peer.isGone) throw error
        await delay(retryMs)
      }
    }
  }

  #pass(bytes: Buffer, frame: LinkFrame, gateway: string): void {
    const size = bytes.length
    let isParked = false
    this.#peer.enter(size)
    this.#host.take(
      {
        gateway,
        channel: 'report',
        topic: gateway,
        payload: bytes,
        frame: { content: frame.content === 'nothing' ? undefined : frame.content },
        receivedAt: this.#host.now(),
        park: () => (isParked ||= this.#peer.park(size)),
      },
      (error) => {
        this.#peer.leave(size, isParked)
        if (error === undefined) this.#answer(frame)
      },
    )
  }

  /** A clock that stays wrong after it was told the time does not keep its sender waiting for ever. */
  #answer({ answer, clock }: LinkFrame): void {
    if (answer === undefined || this.#peer.isGone) return
    const now = this.#host.now()
    this.#clockErrors = clock?.isWrong(now) === true ? this.#clockErrors + 1 : 0
    const corrects = clock !== undefined && this.#clockErrors > 0 && this.#clockErrors <= clockCorrections
    this.#peer.answer(corrects ? clock.correct(now) : answer(now))
  }
}
