import type { Cut } from '../link.ts'

/** What some senders do against the standard. Each is accepted only where it is expected. */
export interface Dc09Tolerance {
  /** The length in decimal digits: 0047 for 47 bytes. */
  readonly decimalLength?: boolean
  /** The check sum as two bytes instead of four hexadecimal digits. */
  readonly rawChecksum?: boolean
  /** No carriage return at the end. */
  readonly missingEnd?: boolean
}

/** All of these at once. The check sum still has to be right, so it harms nobody to accept them from everybody. */
export const dc09Tolerance: Required<Dc09Tolerance> = { decimalLength: true, rawChecksum: true, missingEnd: true }

/** What stands before the message. */
export interface Head {
  readonly checksum: number
  /** Where the message begins, with the quote before its id. */
  readonly message: number
  /** How long it may be: one number, or another one in decimal. */
  readonly lengths: readonly number[]
}

/** Longest message, in bytes: its length is sent as 0LLL. */
export const maxMessageBytes = 0xfff

const quote = 0x22
export const lineFeed = 0x0a
export const carriageReturn = 0x0d
const lengthDigits = 4
/** Line feed, check sum and length, with the quote behind them and a few bytes too many or too few. */
const maxHeadBytes = 13
const minHeadBytes = 5
const maxFrameBytes = maxHeadBytes + maxMessageBytes

/**
 * Finds the first frame in what was received: line feed, check sum, length, message, carriage return. The end is where the length says.
 * A frame whose head, length or end is wrong is `broken`, and reaches to the next end or beginning. `readDc09` can often read it all the same.
 * Takes time by the size of what it cuts off. Never throws.
 */
export const cutDc09 = (received: Uint8Array, tolerance: Dc09Tolerance = {}): Cut => {
  const bytes = asBuffer(received)
  const start = startIn(bytes, 0, tolerance)
  if (start > 0) return { kind: 'noise', size: start }
  const head = headOf(bytes, 0, tolerance)
  const size = head === undefined ? undefined : wholeSize(bytes, head, tolerance)
  if (size !== undefined) return { kind: 'frame', size }
  const end = endOfBroken(bytes, head, tolerance)
  if (end !== undefined) return { kind: 'broken', size: end }
  return bytes.length < maxFrameBytes ? { kind: 'partial' } : { kind: 'broken', size: maxFrameBytes }
}

/** Where the next frame may begin: the end of the bytes if nowhere. */
const startIn = (bytes: Buffer, from: number, tolerance: Dc09Tolerance): number => {
  let at = bytes.indexOf(lineFeed, from)
  while (at >= 0 && !mayBegin(bytes, at, tolerance)) at = bytes.indexOf(lineFeed, at + 1)
  return at < 0 ? bytes.length : at
}

/** Whether a frame may begin with the line feed at `at`, its head damaged or not yet complete. */
const mayBegin = (bytes: Buffer, at: number, tolerance: Dc09Tolerance): boolean => {
  if (headOf(bytes, at, tolerance) !== undefined) return true
  for (let offset = 1; offset < maxHeadBytes; offset++) {
    const byte = bytes[at + offset]
    if (byte === undefined || (byte === quote && offset >= minHeadBytes)) return true
    // A check sum of two bytes may contain them; that cannot be told before the quote behind it arrives.
    if (byte === lineFeed || byte === carriageReturn)
      return tolerance.rawChecksum === true && offset <= 2 && bytes.length <= at + 1 + 2 + lengthDigits
  }
  return numberIn(bytes.subarray(at + 1, at + 9), 16) !== undefined
}

/** The head that begins at `at`. Undefined if it is not one. */
export const headOf = (bytes: Buffer, at: number, tolerance: Dc09Tolerance): Head | undefined => {
  for (const size of tolerance.rawChecksum === true ? [4, 2] : [4]) {
    const message = 1 + size + lengthDigits
    if (bytes[at + message] !== quote) continue
    const sum = bytes.subarray(at + 1, at + 1 + size)
    const checksum = size === 2 ? sum.readUInt16BE() : numberIn(sum, 16)
    const digits = bytes.subarray(at + 1 + size, at + message)
    const length = numberIn(digits, 16)
    if (checksum === undefined || length === undefined) continue
    const decimal = tolerance.decimalLength === true ? numberIn(digits, 10) : undefined
    return { checksum, message, lengths: decimal === undefined ? [length] : [length, decimal] }
  }
  return undefined
}

/** Where the message begins, even if the head is damaged. Below zero if it cannot be found. */
export const messageStart = (bytes: Buffer): number => bytes.subarray(0, maxHeadBytes).indexOf(quote, minHeadBytes)

const numberIn = (bytes: Buffer, base: 10 | 16): number | undefined => {
  const digits = bytes.toString('latin1')
  return (base === 16 ? /^[\da-f]+$/i : /^\d+$/).test(digits) ? Number.parseInt(digits, base) : undefined
}

/** The size of a frame that ends where its length says. Without its last byte only the check sum can tell that it is whole. */
const wholeSize = (bytes: Buffer, head: Head, tolerance: Dc09Tolerance): number | undefined => {
  for (const length of head.lengths) {
    const end = head.message + length
    if (length > maxMessageBytes || end > bytes.length) continue
    if (bytes[end] === carriageReturn) return end + 1
    if (tolerance.missingEnd !== true || (end < bytes.length && bytes[end] !== lineFeed)) continue
    if (checksumOf(bytes.subarray(head.message, end)) === head.checksum) return end
  }
  return undefined
}

/** Where a frame with a wrong head, length or end most likely ends. A carriage return stands in no message. */
const endOfBroken = (bytes: Buffer, head: Head | undefined, tolerance: Dc09Tolerance): number | undefined => {
  const from = head?.message ?? (tolerance.rawChecksum === true ? 3 : 1)
  const near = bytes.subarray(0, maxFrameBytes)
  const next = startIn(near, from, tolerance)
  const end = near.subarray(0, next).indexOf(carriageReturn, from)
  if (end >= 0) return end + 1
  return next < near.length ? next : undefined
}

const table = Uint16Array.from({ length: 256 }, (_, byte) => {
  let sum = byte
  for (let bit = 0; bit < 8; bit++) sum = sum & 1 ? (sum >> 1) ^ 0xa001 : sum >> 1
  return sum
})

/** CRC-16/ARC. */
export const checksumOf = (bytes: Uint8Array): number => {
  let sum = 0
  for (const byte of bytes) sum = (sum >> 8) ^ (table[(sum ^ byte) & 0xff] ?? 0)
  return sum
}

export const asBuffer = (bytes: Uint8Array): Buffer => Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
