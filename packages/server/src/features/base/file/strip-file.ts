import { crc32 } from 'node:zlib'
import { DomainError, limits } from '@emberwatch/contract'
import { readFile } from 'node:fs/promises'
import { Readable } from 'node:stream'
import sharp from 'sharp'
import type { FileStore, StoredFile } from '../../../platform/files.ts'
import type { Content } from './content.ts'
import { blankMetadata } from './film-metadata.ts'

/** The TIFF structure of Exif with nothing but the orientation. */
const orientationOnly = (orientation: number): Buffer => {
  const tiff = Buffer.from('4d4d002a00000008000101120003000000010000000000000000', 'hex')
  tiff.writeUInt16BE(orientation, 18)
  return tiff
}

const turned = (orientation: number | undefined): orientation is number => orientation !== undefined && orientation > 1

const hasName = (bytes: Buffer, at: number, name: string): boolean => bytes.toString('latin1', at, at + name.length) === name

/** Far more than pictures have. Each takes memory, and a hostile picture is nothing but empty ones. */
const mostParts = 100_000

/** The pieces of a picture that stay. */
const createParts = (first: Buffer) => {
  const parts = [first]
  return {
    push(part: Buffer): void {
      if (parts.push(part) > mostParts) throw new RangeError('too many parts')
    },
    end: (last: readonly number[] = []): Buffer => Buffer.concat([...parts, Buffer.from(last)]),
  }
}

/** Application segments without which colours change. */
const isColour = (bytes: Buffer, marker: number, at: number): boolean =>
  (marker === 0xe0 && hasName(bytes, at, 'JFIF\0')) ||
  (marker === 0xe2 && hasName(bytes, at, 'ICC_PROFILE\0')) ||
  (marker === 0xee && hasName(bytes, at, 'Adobe'))

const jpegExif = (orientation: number): Buffer => {
  const content = Buffer.concat([Buffer.from('Exif\0\0', 'latin1'), orientationOnly(orientation)])
  const head = Buffer.from([0xff, 0xe1, 0, 0])
  head.writeUInt16BE(content.length + 2, 2)
  return Buffer.concat([head, content])
}

/** Segment by segment. What follows the end of the picture, such as a film or a second picture, is left out too. */
const cleanJpeg = (bytes: Buffer, orientation?: number): Buffer => {
  const parts = createParts(bytes.subarray(0, 2))
  let exif = turned(orientation) ? jpegExif(orientation) : undefined
  let at = 2
  while (at < bytes.length) {
    if (bytes[at] !== 0xff) throw new RangeError('not a marker')
    while (bytes[at + 1] === 0xff) at++
    const marker = bytes[at + 1] ?? 0
    if (marker === 0xd9) break
    const end = at + 2 + bytes.readUInt16BE(at + 2)
    const isApplication = marker >= 0xe0 && marker <= 0xef
    if (exif && marker !== 0xe0) {
      parts.push(exif)
      exif = undefined
    }
    if (isApplication ? isColour(bytes, marker, at + 4) : marker !== 0xfe) parts.push(bytes.subarray(at, end))
    at = end
    if (marker !== 0xda) continue
    // The scan: in it, FF is followed by a zero or a restart marker.
    let next = at
    do next = bytes.indexOf(0xff, next + 1)
    while (next >= 0 && (bytes[next + 1] === 0 || ((bytes[next + 1] ?? 0) & 0xf8) === 0xd0))
    const scanEnd = next < 0 ? bytes.length : next
    parts.push(bytes.subarray(at, scanEnd))
    at = scanEnd
  }
  return parts.end([0xff, 0xd9])
}

/** Chunks that a picture may need; an upper-case first letter marks the indispensable ones. */
const pngChunks = /^(?:[A-Z]|(?:tRNS|gAMA|cHRM|sRGB|iCCP|cICP|bKGD|pHYs|sBIT|hIST|sPLT|acTL|fcTL|fdAT|mDCV|cLLI)$)/

const pngExif = (orientation: number): Buffer => {
  const content = Buffer.concat([Buffer.from('eXIf', 'latin1'), orientationOnly(orientation)])
  const chunk = Buffer.alloc(content.length + 8)
  chunk.writeUInt32BE(content.length - 4, 0)
  content.copy(chunk, 4)
  chunk.writeUInt32BE(crc32(content), content.length + 4)
  return chunk
}

const cleanPng = (bytes: Buffer, orientation?: number): Buffer => {
  const parts = createParts(bytes.subarray(0, 8))
  for (let at = 8; at < bytes.length;) {
    const end = at + 12 + bytes.readUInt32BE(at)
    const type = bytes.toString('latin1', at + 4, at + 8)
    if (pngChunks.test(type)) parts.push(bytes.subarray(at, end))
    if (type === 'IHDR' && turned(orientation)) parts.push(pngExif(orientation))
    if (type === 'IEND') break
    at = end
  }
  return parts.end()
}

const cleanGif = (bytes: Buffer): Buffer => {
  const tableBytes = (flags: number): number => (flags & 0x80 ? 3 << ((flags & 7) + 1) : 0)
  const afterBlocks = (from: number): number => {
    let at = from
    while (bytes.readUInt8(at) !== 0) at += bytes.readUInt8(at) + 1
    return at + 1
  }
  let at = 13 + tableBytes(bytes.readUInt8(10))
  const parts = createParts(bytes.subarray(0, at))
  // Some programs leave out the end mark.
  for (let kind = bytes[at] ?? 0x3b; kind !== 0x3b; kind = bytes[at] ?? 0x3b) {
    const from = at
    if (kind === 0x2c) {
      at = afterBlocks(at + 10 + tableBytes(bytes.readUInt8(at + 9)) + 1)
      parts.push(bytes.subarray(from, at))
    } else if (kind === 0x21) {
      const label = bytes.readUInt8(at + 1)
      at = afterBlocks(at + 2)
      const isLoop = label === 0xff && /^(?:NETSCAPE2|ANIMEXTS1)\.0$/.test(bytes.toString('latin1', from + 3, from + 14))
      if (label === 0xf9 || label === 0x01 || isLoop) parts.push(bytes.subarray(from, at))
    } else throw new RangeError('not a block')
  }
  return parts.end([0x3b])
}

const cleaners = { jpg: cleanJpeg, png: cleanPng, gif: cleanGif } as const

export type CleanPicture = keyof typeof cleaners

/**
 * A picture without places, times, names, comments and previews. Its pixels, colours and turn stay as they are: nothing is encoded again.
 * @throws RangeError if it is not built as its format says, or of too many parts
 */
export const withoutMetadata = (bytes: Buffer, format: CleanPicture, orientation?: number): Buffer =>
  cleaners[format](bytes, orientation)

const cleanPicture = async (path: string, format: CleanPicture): Promise<{ bytes: Buffer; changed: boolean }> => {
  const bytes = await readFile(path)
  const { orientation } = await sharp(bytes).metadata()
  try {
    const clean = withoutMetadata(bytes, format, orientation)
    return { bytes: clean, changed: !clean.equals(bytes) }
  } catch (error) {
    if (!(error instanceof RangeError)) throw error
    // A picture that can be decoded although it is built oddly. Encoding it again leaves everything else behind. Until here, only the first
    // of its frames was decoded: all of them together may be too much, or broken.
    const again = sharp(bytes, { animated: format === 'gif', limitInputPixels: limits.imageMegapixels * 1e6 })
    const encoded = again.autoOrient().toBuffer()
    return {
      bytes: await encoded.catch(() => {
        throw new DomainError('fileType', { types: [format] }, 'file')
      }),
      changed: true,
    }
  }
}

/**
 * Takes out of a stored picture or film what the camera has written about it: whoever may see a photo need not learn where somebody lives.
 * Returns the file that replaces it.
 */
export const stripFile = async (files: FileStore, stored: StoredFile, content: Content): Promise<StoredFile> => {
  const path = files.pathOf(stored.id)
  if (content === 'mp4' || content === 'heif') {
    if (!(await blankMetadata(path, content))) return stored
    return { ...stored, sha256: (await files.hashOf(stored.id)) ?? stored.sha256 }
  }
  if (content !== 'jpg' && content !== 'png' && content !== 'gif') return stored
  const { bytes, changed } = await cleanPicture(path, content)
  if (!changed) return stored
  const clean = await files.save(Readable.from([bytes]), Infinity)
  await files.remove(stored.id)
  return clean
}
