import type { Cut } from '../link.ts'
import { commands } from './terms.ts'

/** One frame of GB/T 26875.3-2011 (6.2). */
export interface Gb26875Frame {
  /** The two bytes as they were sent: an answer repeats them, whatever order the sender writes them in. */
  readonly sequence: number
  /** Main version and user version. */
  readonly version: readonly [main: number, user: number]
  /** The sender's clock as `YYYY-MM-DDTHH:MM:SS`, without a zone. Undefined if it says no time. */
  readonly time: string | undefined
  /** Addresses: numbers up to 2^48 - 1. */
  readonly source: number
  readonly destination: number
  readonly command: number
  readonly content: Uint8Array
}

/** What is wrong with a frame that can be read all the same. Each must be denied, so that it is sent again (6.4). */
export type FrameFlaw = 'checksum' | 'command'

/** Largest content (application data unit), in bytes (6.2.2). */
const maxContentBytes = 1024
/** The largest address. */
export const maxAddress = 2 ** 48 - 1

const headBytes = 27
/** Check sum and end. */
const tailBytes = 3
const maxFrameBytes = headBytes + maxContentBytes + tailBytes
const at = 0x40
const hash = 0x23
const start = Buffer.from([at, at])
const end = Buffer.from([hash, hash])

/**
 * Finds the first frame in what was received. The end is where the length says: `##` may stand inside. A frame whose length or end is
 * wrong is `broken`, and reaches to what looks like its end or like the next one. Never throws.
 */
export const cutGb26875 = (received: Uint8Array): Cut => {
  const bytes = asBuffer(received)
  const first = bytes.indexOf(start)
  if (first > 0) return { kind: 'noise', size: first }
  if (first < 0) {
    const mayBegin = bytes.length > 0 && bytes[bytes.length - 1] === at
    const size = bytes.length - Number(mayBegin)
    return size > 0 ? { kind: 'noise', size } : { kind: 'partial' }
  }
  if (bytes.length < headBytes) return { kind: 'partial' }
  const length = bytes.readUInt16LE(24)
  const size = headBytes + length + tailBytes
  if (length <= maxContentBytes) {
    if (bytes.length < size) return swallowed(bytes) ?? { kind: 'partial' }
    if (bytes[size - 2] === hash && bytes[size - 1] === hash) return { kind: 'frame', size }
  }
  return { kind: 'broken', size: endOfBroken(bytes) }
}

/** A length that is too large would swallow the frames behind it: a whole one among them shows that it is wrong. */
const swallowed = (bytes: Buffer): Cut | undefined => {
  const boundary = Buffer.concat([end, start])
  for (let at = bytes.indexOf(boundary, 2); at >= 0; at = bytes.indexOf(boundary, at + 1)) {
    const next = bytes.subarray(at + end.length)
    if (next.length < headBytes) return undefined
    const size = headBytes + next.readUInt16LE(24) + tailBytes
    if (next.length >= size && readGb26875(next.subarray(0, size))?.flaw === undefined)
      return { kind: 'broken', size: at + end.length }
  }
  return undefined
}

/** Where a frame with a wrong length or end most likely ends. */
const endOfBroken = (bytes: Buffer): number => {
  const ends = bytes.indexOf(end, headBytes + 1)
  const next = bytes.indexOf(Buffer.concat([end, start]), 2)
  if (next >= 0 && (ends < 0 || next <= ends)) return next + end.length
  if (ends >= 0) return ends + end.length
  return Math.min(bytes.length, maxFrameBytes)
}

/**
 * Reads a frame that `cutGb26875` found. Undefined if it is too short to say who sent it. A wrong check sum or an unknown command does not
 * keep it from being read.
 */
export const readGb26875 = (received: Uint8Array): { frame: Gb26875Frame; flaw: FrameFlaw | undefined } | undefined => {
  const bytes = asBuffer(received)
  if (bytes.length < headBytes + tailBytes || bytes[0] !== at || bytes[1] !== at) return undefined
  const content = bytes.subarray(headBytes, bytes.length - tailBytes)
  const command = bytes.readUInt8(26)
  const isRight =
    bytes.readUInt16LE(24) === content.length &&
    checksum(bytes) === bytes[bytes.length - tailBytes] &&
    bytes.subarray(-2).equals(end)
  const isKnown = (command >= commands.control && command <= commands.deny) || command >= 128
  return {
    frame: {
      sequence: bytes.readUInt16LE(2),
      version: [bytes.readUInt8(4), bytes.readUInt8(5)],
      time: readTime(bytes.subarray(6, 12)),
      source: bytes.readUIntLE(12, 6),
      destination: bytes.readUIntLE(18, 6),
      command,
      content,
    },
    flaw: isRight ? (isKnown ? undefined : 'command') : 'checksum',
  }
}

/** The bytes of a frame. Throws if the content is too long. */
export const writeGb26875 = (frame: Gb26875Frame): Buffer => {
  const { content } = frame
  if (content.length > maxContentBytes) throw new RangeError(`content of ${content.length} bytes`)
  const bytes = Buffer.alloc(headBytes + content.length + tailBytes)
  start.copy(bytes)
  bytes.writeUInt16LE(frame.sequence, 2)
  bytes.set(frame.version, 4)
  bytes.set(writeTime(frame.time), 6)
  bytes.writeUIntLE(frame.source, 12, 6)
  bytes.writeUIntLE(frame.destination, 18, 6)
  bytes.writeUInt16LE(content.length, 24)
  bytes.writeUInt8(frame.command, 26)
  bytes.set(content, headBytes)
  bytes.writeUInt8(checksum(bytes), headBytes + content.length)
  end.copy(bytes, headBytes + content.length + 1)
  return bytes
}

/** Bytes 2 to the last of the content, added up, the low eight bits. */
const checksum = (bytes: Buffer): number => {
  let sum = 0
  for (let index = 2; index < bytes.length - tailBytes; index++) sum += bytes[index] ?? 0
  return sum & 0xff
}

/** Six bytes: second, minute, hour, day, month, year since 2000. Undefined if they are no time. */
export const readTime = (bytes: Uint8Array): string | undefined => {
  const [second = 0, minute = 0, hour = 0, day = 0, month = 0, year = 0] = bytes
  if (bytes.length < 6 || day === 0 || month === 0 || month > 12 || day > 31 || hour > 23 || minute > 59 || second > 59)
    return undefined
  const two = (value: number) => String(value).padStart(2, '0')
  return `20${two(year)}-${two(month)}-${two(day)}T${two(hour)}:${two(minute)}:${two(second)}`
}

/** `YYYY-MM-DDTHH:MM:SS` as six bytes; six zeros for no time. */
const writeTime = (time: string | undefined): Uint8Array => {
  const parts = /^20(\d\d)-(\d\d)-(\d\d)T(\d\d):(\d\d):(\d\d)/
    .exec(time ?? '')
    ?.slice(1)
    .map(Number)
  return parts === undefined ? new Uint8Array(6) : Uint8Array.from(parts.toReversed())
}

const asBuffer = (bytes: Uint8Array): Buffer => Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
