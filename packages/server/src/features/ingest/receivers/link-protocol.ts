import type { LinkProtocolName } from '@emberwatch/contract'
import type { Cut } from '@emberwatch/device-link'
import type { DecodedContent } from '../../../platform/broker/broker.ts'

/** A language that transmitters speak over TCP or UDP, without any connection: bytes become frames, frames become reports and answers. */
export interface LinkProtocol {
  readonly name: LinkProtocolName
  /** A frame has no more bytes. What stays longer without an end is `broken`. */
  readonly maxFrameBytes: number
  /** Finds the first frame in what was received. Never throws. */
  cut(bytes: Uint8Array): Cut
  /** Reads one frame, with the key of its sender once that is known. Never throws. */
  read(frame: Uint8Array, key?: Uint8Array): LinkFrame
}

/** What one frame means to us. */
export interface LinkFrame {
  /** The sender, as gateways are registered (`linkAddress` in the contract). Undefined if that cannot be read. */
  readonly address: string | undefined
  /** `nothing`: there is nothing to store. Undefined: it cannot be read, so it may be an alarm. */
  readonly content: DecodedContent | 'nothing' | undefined
  /** Something of it is wrong, so that its address and what it says may be wrong too. */
  readonly isDamaged: boolean
  /** What makes it itself, if that is not all of its bytes: it is a redelivery if this comes again. */
  readonly identity?: Uint8Array | undefined
  /** It could only be made with the sender's key. */
  readonly isEncrypted?: boolean
  /** What the sender gets once it is stored, or at once if there is nothing to store. Undefined: it waits for no answer. */
  readonly answer: ((now: Date) => Uint8Array) | undefined
  /** What asks for it again, because it is damaged. Undefined: silence does. */
  readonly deny?: ((now: Date) => Uint8Array) | undefined
  /** For protocols that correct the sender's clock: whether it is wrong by now, and what tells it the time. It then sends again. */
  readonly clock?:
    | {
        isWrong(now: Date): boolean
        correct(now: Date): Uint8Array
        /** It is not taken, and it is no use to send it again. */
        refuse(): Uint8Array
      }
    | undefined
}
