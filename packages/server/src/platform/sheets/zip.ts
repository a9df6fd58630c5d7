import { createReadStream } from 'node:fs'
import { open } from 'node:fs/promises'
import { pipeline } from 'node:stream'
import { createInflateRaw } from 'node:zlib'
import { SheetError } from './sheet.ts'

const endSignature = 0x06054b50
const entrySignature = 0x02014b50
const localSignature = 0x04034b50
const endBytes = 22
const longestComment = 65_535
const mostDirectoryBytes = 1_048_576
const encrypted = 1

export interface ZipEntry {
  readonly method: number
  readonly packed: number
  /** As the directory declares it; reading stops beyond. */
  readonly size: number
  readonly offset: number
}

export interface Zip {
  readonly entries: ReadonlyMap<string, ZipEntry>
  /** The bytes of an entry, piece by piece. @throws SheetError unpacked, when it is larger than `limitMb`; broken, when it is not what it says */
  read(name: string, limitMb: number): AsyncGenerator<Buffer>
}

const broken = (): SheetError => new SheetError('broken')

const partOf = async (path: string, start: number, length: number): Promise<Buffer> => {
  const file = await open(path, 'r')
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(length), 0, length, start)
    return buffer.subarray(0, bytesRead)
  } finally {
    await file.close()
  }
}

const directoryOf = async (path: string, fileSize: number): Promise<Buffer> => {
  const tailLength = Math.min(fileSize, endBytes + longestComment)
  const tail = await partOf(path, fileSize - tailLength, tailLength)
  let end = tail.length - endBytes
  while (end >= 0 && tail.readUInt32LE(end) !== endSignature) end--
  if (end < 0) throw broken()
  const length = tail.readUInt32LE(end + 12)
  const start = tail.readUInt32LE(end + 16)
  if (length > mostDirectoryBytes || start + length > fileSize) throw broken()
  return partOf(path, start, length)
}

/** Opens a ZIP file by its directory alone; nothing is unpacked yet. ZIP64 is for files larger than any that we take. @throws SheetError broken */
export const openZip = async (path: string, fileSize: number): Promise<Zip> => {
  const directory = await directoryOf(path, fileSize)
  const entries = new Map<string, ZipEntry>()
  for (let at = 0; at + 46 <= directory.length && directory.readUInt32LE(at) === entrySignature;) {
    const nameLength = directory.readUInt16LE(at + 28)
    if ((directory.readUInt16LE(at + 8) & encrypted) !== 0) throw new SheetError('oldWorkbook')
    entries.set(directory.toString('utf8', at + 46, at + 46 + nameLength), {
      method: directory.readUInt16LE(at + 10),
      packed: directory.readUInt32LE(at + 20),
      size: directory.readUInt32LE(at + 24),
      offset: directory.readUInt32LE(at + 42),
    })
    at += 46 + nameLength + directory.readUInt16LE(at + 30) + directory.readUInt16LE(at + 32)
  }
  return {
    entries,
    async *read(name, limitMb) {
      const entry = entries.get(name)
      if (!entry) throw broken()
      if (entry.size > limitMb * 1_048_576) throw new SheetError('unpacked', { limit: limitMb })
      yield* unpack(path, entry)
    },
  }
}

async function* unpack(path: string, { method, packed, size, offset }: ZipEntry): AsyncGenerator<Buffer> {
  const head = await partOf(path, offset, 30)
  if (head.length < 30 || head.readUInt32LE(0) !== localSignature) throw broken()
  const start = offset + 30 + head.readUInt16LE(26) + head.readUInt16LE(28)
  if (method !== 0 && method !== 8) throw broken()
  if (packed === 0) return
  const raw = createReadStream(path, { start, end: start + packed - 1 })
  // A failure of either ends both, and is thrown to whoever reads; so there is nothing left to do for the callback.
  const bytes = method === 0 ? raw : pipeline(raw, createInflateRaw({ chunkSize: 65_536 }), () => undefined)
  let read = 0
  try {
    for await (const chunk of bytes as AsyncIterable<Buffer>) {
      read += chunk.length
      if (read > size) throw broken()
      yield chunk
    }
  } catch (error) {
    throw (error as { code?: unknown }).code?.toString().startsWith('Z_') ? broken() : error
  } finally {
    raw.destroy()
    bytes.destroy()
  }
  if (read < size) throw broken()
}
