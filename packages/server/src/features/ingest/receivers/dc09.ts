import { hash } from 'node:crypto'
import {
  ackDc09,
  cutDc09,
  dc09Key,
  dc09Tolerance,
  duhDc09,
  nakDc09,
  readDc09,
  readDc09Content,
  type Dc09Received,
} from '@emberwatch/device-link'
import type { LinkFrame, LinkProtocol } from './link-protocol.ts'

/** A sender's clock may be so much behind and ahead (ms): SIA DC-09, 5.5.1.9. */
const mostBehindMs = 40_000
const mostAheadMs = 20_000

/** What receivers send. */
const answers: ReadonlySet<string> = new Set(['ACK', 'NAK', 'DUH', 'RSP'])

const undecided: LinkFrame = { address: undefined, content: undefined, isDamaged: true, answer: undefined }

/** SIA DC-09: dialers of alarm panels, by their account. */
export const dc09Link: LinkProtocol = {
  name: 'siaDc09',
  maxFrameBytes: 4_108,
  cut: (bytes) => cutDc09(bytes, dc09Tolerance),
  read(bytes, secret) {
    const key = secret === undefined ? undefined : dc09Key(secret)
    const frame = readDc09(bytes, { ...dc09Tolerance, keys: key === undefined ? [] : [key] })
    if (frame === undefined) return undecided
    const isDamaged = frame.flaw === 'checksum' || frame.flaw === 'length'
    return {
      address: frame.account || frame.dataAccount || undefined,
      content: contentOf(frame, isDamaged),
      isDamaged,
      isEncrypted: frame.encrypted,
      identity: identityOf(frame),
      // Damaged: no answer, and it comes again (5.5.3). Read well and not understood: it would be no use to send it again.
      answer:
        isDamaged || answers.has(frame.id)
          ? undefined
          : (now) => (frame.flaw === undefined ? ackDc09(frame, now) : duhDc09(frame)),
      clock: clockOf(frame),
    }
  },
}

const contentOf = (frame: Dc09Received, isDamaged: boolean): LinkFrame['content'] => {
  // An answer, perhaps our own from a port that sends back what it gets.
  if (answers.has(frame.id)) return 'nothing'
  if (frame.flaw === 'key') return undefined
  const { reports, unreadable, cut } = readDc09Content(frame)
  if (reports.length === 0) return unreadable > 0 || isDamaged ? undefined : { heartbeat: {} }
  return {
    report: {
      boot: undefined,
      seq: sequenceOf(frame),
      wraps: true,
      time: frame.time,
      reports,
      unreadable,
      ...(cut ? { cut } : {}),
    },
  }
}

/**
 * What was encrypted. The rest of a message can be changed by whoever recorded it: without the key its check sum can be made anew, but not
 * its content.
 */
const identityOf = ({ key, time, data, extended }: Dc09Received): Buffer | undefined =>
  key === undefined ? undefined : Buffer.from(JSON.stringify([time, data, extended]))

/** Four digits; 0000 says no number. Of an encrypted message its content is the number. */
const sequenceOf = (frame: Dc09Received): number | undefined => {
  const identity = identityOf(frame)
  if (identity !== undefined) return Number.parseInt(hash('sha256', identity, 'hex').slice(0, 12), 16)
  return /^\d{4}$/.test(frame.sequence) ? Number(frame.sequence) || undefined : undefined
}

/** A message that says when it was sent must be of now: otherwise it may have been recorded. */
const clockOf = (frame: Dc09Received): LinkFrame['clock'] => {
  const { time } = frame
  const sent = time === undefined ? Number.NaN : Date.parse(time)
  if (time === undefined) return undefined
  return {
    isWrong: (now) => !(now.getTime() - sent <= mostBehindMs && sent - now.getTime() <= mostAheadMs),
    correct: nakDc09,
    refuse: () => duhDc09(frame),
  }
}
