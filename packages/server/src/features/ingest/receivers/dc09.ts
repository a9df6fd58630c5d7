import {
  ackDc09,
  cutDc09,
  dc09Key,
  duhDc09,
  nakDc09,
  readDc09,
  readDc09Content,
  type Dc09Received,
} from '@emberwatch/device-link'
import type { DecodedContent } from '../../../platform/broker/broker.ts'
import type { LinkFrame, LinkProtocol } from './link-protocol.ts'

/** A sender's clock may be so much behind and ahead (ms): SIA DC-09, 5.5.1.9. */
const mostBehindMs = 40_000
const mostAheadMs = 20_000

/** What some dialers do against the standard. The check sum still has to be right, so it harms nobody to accept it from all. */
const tolerance = { decimalLength: true, rawChecksum: true, missingEnd: true } as const

const undecided: LinkFrame = { address: undefined, content: undefined, isDamaged: true, answer: undefined }

/** SIA DC-09: dialers of alarm panels, by their account. */
export const dc09Link: LinkProtocol = {
  name: 'siaDc09',
  maxFrameBytes: 4_108,
  cut: (bytes) => cutDc09(bytes, tolerance),
  read(bytes, secret) {
    const key = secret === undefined ? undefined : dc09Key(secret)
    const frame = readDc09(bytes, { ...tolerance, keys: key === undefined ? [] : [key] })
    if (frame === undefined) return undecided
    const isDamaged = frame.flaw === 'checksum' || frame.flaw === 'length'
    return {
      address: frame.account || frame.dataAccount || undefined,
      content: contentOf(frame, isDamaged),
      isDamaged,
      isEncrypted: frame.encrypted,
      // Damaged: no answer, and it comes again (5.5.3). Read well and not understood: it would be no use to send it again.
      answer: isDamaged ? undefined : (now) => (frame.flaw === undefined ? ackDc09(frame, now) : duhDc09(frame)),
      clock: clockOf(frame),
    }
  },
}

const contentOf = (frame: Dc09Received, isDamaged: boolean): DecodedContent | undefined => {
  if (frame.flaw === 'key') return undefined
  const { reports, unreadable, cut } = readDc09Content(frame)
  if (reports.length === 0) return unreadable > 0 || isDamaged ? undefined : { heartbeat: {} }
  return {
    report: {
      boot: undefined,
      seq: Number(frame.sequence) || undefined,
      wraps: true,
      time: frame.time,
      reports,
      unreadable,
      ...(cut ? { cut } : {}),
    },
  }
}

/** A message that says when it was sent must be of now: otherwise it may have been recorded. */
const clockOf = ({ time }: Dc09Received): LinkFrame['clock'] => {
  const sent = time === undefined ? Number.NaN : Date.parse(time)
  if (time === undefined) return undefined
  return {
    isWrong: (now) => !(now.getTime() - sent <= mostBehindMs && sent - now.getTime() <= mostAheadMs),
    correct: nakDc09,
  }
}
