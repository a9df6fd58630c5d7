import { Readable } from 'node:stream'
import sharp from 'sharp'
import type { Upload } from '../platform/http/binding.ts'

/** A real PNG of one colour. */
export const png = (width: number, height: number, background = '#2b7fd6'): Promise<Buffer> =>
  sharp({ create: { width, height, channels: 3, background } })
    .png()
    .toBuffer()

export const squarePng = (side: number, background?: string): Promise<Buffer> => png(side, side, background)

/** A PNG whose few bytes claim to be 60,000 x 60,000 pixels. */
export const pixelBomb = async (): Promise<Buffer> => {
  const bomb = Buffer.from(await png(1, 1))
  bomb.writeUInt32BE(60_000, 16)
  bomb.writeUInt32BE(60_000, 20)
  // The header's checksum, so that the size is believed.
  const crc = (bytes: Buffer): number => {
    let c = ~0
    for (const byte of bytes) {
      c ^= byte
      for (let k = 0; k < 8; k++) c = c & 1 ? (c >>> 1) ^ 0xedb88320 : c >>> 1
    }
    return ~c >>> 0
  }
  bomb.writeUInt32BE(crc(bomb.subarray(12, 29)), 29)
  return bomb
}

/** The beginning of a WebM file; nothing reads further. */
export const webm = Buffer.from('\x1a\x45\xdf\xa3\x9f\x42\x86\x81\x01\x42\x82\x84webm and frames', 'latin1')

/** Bytes in pieces, as the HTTP server passes an upload to its verb. */
export const uploadOf = (bytes: Buffer | string, name = 'picture.png'): Upload => {
  const buffer = Buffer.from(bytes)
  const pieces = Array.from({ length: Math.ceil(buffer.length / 65_536) }, (_, i) =>
    buffer.subarray(i * 65_536, (i + 1) * 65_536),
  )
  return { name, stream: Readable.from(pieces) }
}
