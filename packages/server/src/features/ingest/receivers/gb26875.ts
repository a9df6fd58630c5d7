import {
  cutGb26875,
  gb26875Commands as commands,
  readGb26875,
  readGb26875Content,
  writeGb26875,
  type Gb26875Frame,
  type ReceivedMessage,
} from '@emberwatch/device-link'
import type { DecodedContent } from '../../../platform/broker/broker.ts'
import type { LinkFrame, LinkProtocol } from './link-protocol.ts'

/** Hours between the clocks of transmitters, which know no zone, and UTC: those of China (GB/T 26875.3, 6.2.2). */
const clockOffsetMs = 8 * 3_600_000

/** GB/T 26875.3-2011: transmitters of automatic fire alarm systems, by their address. */
export const gb26875Link: LinkProtocol = {
  name: 'gb26875',
  maxFrameBytes: 1_054,
  cut: cutGb26875,
  read(bytes) {
    const read = readGb26875(bytes)
    if (read === undefined) return { address: undefined, content: undefined, isDamaged: true, answer: undefined }
    const { frame, flaw } = read
    const isDamaged = flaw === 'checksum'
    return {
      address: String(frame.source),
      content: contentOf(frame),
      isDamaged,
      answer: answerTo(frame, flaw),
      deny: replyTo(frame, commands.deny),
    }
  },
}

const contentOf = (frame: Gb26875Frame): DecodedContent | 'nothing' | undefined => {
  if (frame.command === commands.confirm || frame.command === commands.deny) return 'nothing'
  // A command of the sender's own without content, and “send” without content, are signs of life (practice of the field).
  if (frame.content.length === 0) return { heartbeat: {} }
  const { reports, unreadable, cut } = readGb26875Content(frame.content)
  if (reports.length === 0) return undefined
  const report: ReceivedMessage = {
    boot: undefined,
    seq: frame.sequence,
    wraps: true,
    time: frame.time,
    reports,
    unreadable,
    ...(cut ? { cut } : {}),
  }
  return { report }
}

/** Confirmed, or denied so that it is sent again. An answer to us is not answered. */
const answerTo = (frame: Gb26875Frame, flaw: 'checksum' | 'command' | undefined): LinkFrame['answer'] => {
  const { command } = frame
  if (flaw === undefined && (command === commands.confirm || command === commands.deny || command === commands.answer))
    return undefined
  return replyTo(frame, flaw === undefined && command !== commands.request ? commands.confirm : commands.deny)
}

const replyTo =
  (frame: Gb26875Frame, command: number) =>
  (now: Date): Uint8Array =>
    writeGb26875({
      ...frame,
      time: new Date(now.getTime() + clockOffsetMs).toISOString().slice(0, 19),
      source: frame.destination,
      destination: frame.source,
      command,
      content: new Uint8Array(),
    })
