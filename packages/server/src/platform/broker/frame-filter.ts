import { maxPayloadBytes } from '@emberwatch/device-link'

const publish = 3
/** Fixed header (5), topic length and a long topic, packet id. */
const publishOverhead = 1024
/** How much of a PUBLISH is kept: enough to see that the payload is over the limit. */
const maxPublishBytes = maxPayloadBytes + 1 + publishOverhead
/** Every other packet, CONNECT with its Will included. */
const maxOtherBytes = 16 * 1024

/**
 * Watches the frames of one MQTT connection so that no packet is buffered beyond its limit (the protocol allows 256 MB, and the
 * parser collects a whole packet). An oversized PUBLISH is cut: its head passes on, is rejected later as too large and
 * acknowledged, and its tail is discarded unread. Any other oversized packet is a violation. Chunks without such packets pass
 * without copying.
 */
export class FrameFilter {
  /** Bytes of the current packet still to pass. */
  #passing = 0
  /** Bytes after those to discard. */
  #dropping = 0
  /** A fixed header that is split over two chunks. */
  #partial: Buffer | undefined

  /** How many of the next bytes that pass belong to a packet that began earlier. */
  get unfinished(): number {
    return this.#passing
  }

  /** The bytes to parse, or undefined if the peer violates the protocol and must be disconnected. */
  push(input: Buffer): Buffer | undefined {
    const chunk = this.#partial === undefined ? input : Buffer.concat([this.#partial, input])
    this.#partial = undefined
    const pieces: Buffer[] = []
    let from = 0 // start of the bytes to pass
    let at = 0
    while (at < chunk.length) {
      if (this.#passing > 0) {
        const step = Math.min(this.#passing, chunk.length - at)
        this.#passing -= step
        at += step
        continue
      }
      if (this.#dropping > 0) {
        const step = Math.min(this.#dropping, chunk.length - at)
        pieces.push(chunk.subarray(from, at))
        this.#dropping -= step
        at += step
        from = at
        continue
      }
      const header = readHeader(chunk, at)
      if (header === 'invalid') return undefined
      if (header === 'partial') {
        this.#partial = Buffer.from(chunk.subarray(at))
        pieces.push(chunk.subarray(from, at))
        return pieces.length === 1 ? pieces[0] : Buffer.concat(pieces)
      }
      const isPublish = header.type === publish
      if (header.length <= (isPublish ? maxPublishBytes : maxOtherBytes)) {
        at += header.size
        this.#passing = header.length
        continue
      }
      if (!isPublish) return undefined
      pieces.push(chunk.subarray(from, at), encodeHeader(chunk.readUInt8(at), maxPublishBytes))
      at += header.size
      from = at
      this.#passing = maxPublishBytes
      this.#dropping = header.length - maxPublishBytes
    }
    if (pieces.length === 0) return chunk
    pieces.push(chunk.subarray(from))
    return Buffer.concat(pieces)
  }
}

/** Type, length of the body, and size of the fixed header that starts at `at`. */
export const readHeader = (chunk: Buffer, at: number): { type: number; length: number; size: number } | 'partial' | 'invalid' => {
  let length = 0
  for (let index = 0; index < 4; index++) {
    const position = at + 1 + index
    if (position >= chunk.length) return 'partial'
    const byte = chunk.readUInt8(position)
    length += (byte & 0x7f) * 128 ** index
    if (byte < 0x80) return { type: chunk.readUInt8(at) >> 4, length, size: index + 2 }
  }
  return 'invalid'
}

const encodeHeader = (first: number, length: number): Buffer => {
  const bytes = [first]
  for (let rest = length; ; rest >>= 7) {
    if (rest < 0x80) return Buffer.from([...bytes, rest])
    bytes.push((rest & 0x7f) | 0x80)
  }
}
