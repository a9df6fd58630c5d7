import { Readable } from 'node:stream'
import sharp from 'sharp'
import type { Upload } from '../platform/http/binding.ts'

/** A real PNG of one colour. */
export const png = (width: number, height: number, background = '#2b7fd6'): Promise<Buffer> =>
  sharp({ create: { width, height, channels: 3, background } })
    .png()
    .toBuffer()

export const squarePng = (side: number, background?: string): Promise<Buffer> => png(side, side, background)

/** Bytes as the HTTP server hands an upload to its verb, in pieces. */
export const uploadOf = (bytes: Buffer | string, name = 'picture.png'): Upload => {
  const buffer = Buffer.from(bytes)
  const pieces = Array.from({ length: Math.ceil(buffer.length / 65_536) }, (_, i) =>
    buffer.subarray(i * 65_536, (i + 1) * 65_536),
  )
  return { name, stream: Readable.from(pieces) }
}
