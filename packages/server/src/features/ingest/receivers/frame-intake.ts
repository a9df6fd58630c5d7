import { setTimeout as delay } from 'node:timers/promises'
import { linkAddress } from '@emberwatch/contract'
import { originCodeOf } from '@emberwatch/device-link'
import type { BrokerLog, BrokerMessage, MessageDone } from '../../../platform/broker/broker.ts'
import type { LogBudget } from '../../../platform/broker/log-budget.ts'
import type { LinkFrame, LinkProtocol } from './link-protocol.ts'
import type { ClockCorrections, UnknownSenders } from './link-senders.ts'

/** Whether frames of an address are taken. `unknown`: nobody registered it; what it sends is shown all the same. */
export type Admission = { as: 'known'; key?: Uint8Array | undefined } | { as: 'unknown' } | { as: 'refused' }

/** What the intake of frames needs from its receiver. */
export interface IntakeHost {
  readonly protocol: LinkProtocol
  readonly log: BrokerLog
  readonly budget: Pick<LogBudget, 'take'>
  readonly unknown: UnknownSenders
  readonly corrections: ClockCorrections
  now(): Date
  /** Rejects while the database is unavailable. */
  admit(linkAddress: string, ip: string, isEncrypted: boolean): Promise<Admission>
  take(message: BrokerMessage, done: MessageDone): void
}

/** The other end, over whatever it is reached. */
export interface FramePeer {
  readonly ip: string
  /** Unknown behind a proxy. */
  readonly port: number | null
  /** Whether it can still be answered. */
  readonly isGone: boolean
  answer(bytes: Uint8Array): void
  /** It is no transmitter, or a refused one. */
  end(reason: string): void
  /** The first whole frame named it. */
  identified(admission: Admission['as']): void
  /** Its sender waits for answers; a datagram is sent again. */
  readonly mayWait: boolean
  /** Bytes that are under way, for which the gateway of the peer's first frame answers, and that are so no longer. Whether they count. */
  enter(gateway: string, bytes: number): boolean
  leave(bytes: number, isParked: boolean): void
  park(bytes: number): boolean
}

/** What of a frame is believed, and what its sender gets for it. */
interface Believed extends LinkFrame {
  /** It may not be of now, or not of its sender: no sign of life. */
  readonly isDoubtful: boolean
  readonly reply: ((now: Date) => Uint8Array) | undefined
}

/** Until an address is looked up again while the database is unavailable (ms). */
const retryMs = 500
/** Until a refused transmitter is let go (ms): it comes again at once. */
const refusedMs = 1_000
/** Damaged frames are denied and come again. So many in a row are no accident: they are shown. */
const damagedShown = 3
/** Addresses of one peer that are remembered. A concentrator has fewer. */
const maxSeen = 1_000

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
  /** The addresses in its whole frames: a damaged one may name any. */
  readonly #seen = new Set<string>()
  #damaged = 0

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
    const { protocol } = this.#host
    const first = protocol.read(bytes)
    const isDamaged = isBroken || first.isDamaged
    if (first.content === 'nothing' && (isDamaged || first.answer === undefined)) return
    const address = this.#addressOf(first, isDamaged)
    if (address === undefined) return this.#noFrame()
    const admission = await this.#admission(address, first.isEncrypted === true)
    if (admission.as === 'refused') return this.#refuse(address)
    const key = admission.as === 'known' ? admission.key : undefined
    const read = { ...(key === undefined ? first : protocol.read(bytes, key)), isDamaged }
    this.#damaged = isDamaged ? this.#damaged + 1 : 0
    const frame = this.#believed(read, address)
    // What its key does not open may be anybody's.
    if (!isDamaged && admission.as === 'known' && !(key !== undefined && read.content === undefined))
      this.#identify(address, 'known')
    if (frame.content === 'nothing') return this.#answer(frame)
    // Denied, it comes again.
    if (isDamaged && frame.content === undefined && this.#damaged < damagedShown) return this.#answer(frame)
    if (admission.as === 'known') return this.#pass(bytes, frame, address)
    const listedAs = await this.#turnOfUnknown(frame, address)
    if (!isDamaged) this.#identify(address, 'unknown')
    if (listedAs !== undefined) this.#pass(bytes, frame, address, listedAs)
  }

  /** Who sent it. Of several senders that share a peer, a damaged frame may name another's, or nobody's. */
  #addressOf(frame: LinkFrame, isDamaged: boolean): string | undefined {
    const { protocol } = this.#host
    const own = linkAddress(protocol.name, frame.address ?? '')
    const [only] = this.#seen
    if (!isDamaged) return own ?? this.identity ?? `${protocol.name}:?`
    if (own !== undefined && this.#seen.has(own)) return own
    if (this.#seen.size === 1) return only
    return own === undefined && this.#seen.size === 0 ? undefined : `${protocol.name}:?`
  }

  #noFrame(): void {
    const { log, budget, protocol } = this.#host
    const { ip } = this.#peer
    if (budget.take(ip)) log.warn({ ip, protocol: protocol.name }, 'received what is no frame, from an unknown sender')
  }

  /**
   * Its page says why. It is not answered, keeps what it has to say, and comes again. Others may speak over the same peer, which is ended only
   * if this one named it, or if nobody does.
   */
  async #refuse(address: string): Promise<void> {
    if (this.identity !== address) return
    await delay(refusedMs)
    this.#peer.end('refused')
  }

  #identify(address: string, as: Admission['as']): void {
    if (this.#seen.size < maxSeen) this.#seen.add(address)
    if (this.identity !== undefined) return
    this.identity = address
    this.#peer.identified(as)
  }

  /**
   * What a frame says as far as it can be believed, with the answer that it gets once that is stored. A damaged one, and one that was sent at
   * another time, may raise an alarm, and ends none; it is no sign of life either. Where there is no key the time proves nothing, so a clock
   * that stays wrong after it was told the time is put up with. What is left out is never confirmed.
   */
  #believed(frame: LinkFrame, address: string): Believed {
    const { corrections } = this.#host
    const { content, clock, isEncrypted, isDamaged, answer, deny } = frame
    const isWrong = !isDamaged && clock?.isWrong(this.#host.now()) === true
    const isDue = isWrong && corrections.isDue(address)
    // A message without a time says nothing about the clock.
    if (clock !== undefined && !isDamaged) corrections.note(address, isWrong)
    const isOld = isWrong && (isEncrypted === true || isDue)
    const believed = { ...frame, isDoubtful: isDamaged || isOld }
    if (content === undefined || content === 'nothing' || !believed.isDoubtful)
      return { ...believed, reply: isDamaged ? deny : isDue ? clock?.correct : answer }
    const reports = 'report' in content ? content.report.reports : []
    const raised = reports.filter(({ format, code }) => originCodeOf(format ?? '', code) === undefined)
    const isWhole = raised.length === reports.length && 'report' in content
    const reply = isDamaged ? deny : isDue ? clock?.correct : isWhole ? answer : clock?.refuse
    if ('report' in content && (raised.length > 0 || content.report.unreadable > 0))
      return { ...believed, reply, content: { report: { ...content.report, reports: raised } } }
    return { ...believed, reply, content: isDamaged ? undefined : 'nothing' }
  }

  /** Under which name it is listed, once it may be taken. Its signs of life are stored only if they say anything new. */
  async #turnOfUnknown(frame: Believed, address: string): Promise<string | undefined> {
    const { unknown } = this.#host
    const { content } = frame
    const reports =
      typeof content === 'object' && 'report' in content ? content.report.reports.length : Number(content === undefined)
    if (reports > 0 || !unknown.isListed(address)) return unknown.turn(address, reports, this.#peer)
    this.#answer(frame)
    return undefined
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

  #pass(bytes: Buffer, frame: Believed, gateway: string, listedAs?: string): void {
    const { identity, isDoubtful } = frame
    const size = bytes.length
    const content = frame.content === 'nothing' ? undefined : frame.content
    let isParked = false
    const isCounted = this.#peer.enter(gateway, size)
    this.#host.take(
      {
        gateway,
        channel: 'report',
        topic: gateway,
        payload: bytes,
        frame: { content, identity, listedAs, isDoubtful },
        // What cannot be read, or is not of now, may come from anybody.
        from: content === undefined || isDoubtful ? undefined : { ip: this.#peer.ip, port: this.#peer.port },
        receivedAt: this.#host.now(),
        park: () => (isParked ||= isCounted && this.#peer.park(size)),
      },
      (error) => {
        if (isCounted) this.#peer.leave(size, isParked)
        if (error === undefined) this.#answer(frame)
      },
    )
  }

  #answer({ reply }: Believed): void {
    if (reply !== undefined && !this.#peer.isGone) this.#peer.answer(reply(this.#host.now()))
  }
}
