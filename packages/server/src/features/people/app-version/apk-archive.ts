import type { EnumValue } from '@emberwatch/contract'
import type { FileHandle } from 'node:fs/promises'
import { promisify } from 'node:util'
import { crc32, inflateRaw } from 'node:zlib'

/** Why an APK is refused. Its text is `enums.apkFlaw`. */
export class ApkFlaw extends Error {
  readonly flaw: EnumValue<'apkFlaw'>
  constructor(flaw: EnumValue<'apkFlaw'>) {
    super(flaw)
    this.name = 'ApkFlaw'
    this.flaw = flaw
  }
}

const inflate = promisify<Buffer, { maxOutputLength: number }, Buffer>(inflateRaw)

const signatures = { entry: 0x02014b50, local: 0x04034b50, end: 0x06054b50 } as const
const headBytes = { entry: 46, local: 30, end: 22 } as const
const maxCommentBytes = 65_535
const maxDirectoryBytes = 8 * 1_048_576
/** Android's own archives cannot have more without ZIP64. */
const maxEntries = 65_534
/** Apps unpack to a few times their size, a zip bomb to a thousand times. */
const plainUnpackedBytes = 256 * 1_048_576
const unpackedTimes = 20

export interface ArchiveEntry {
  readonly name: string
  readonly encrypted: boolean
  readonly method: number
  readonly crc: number
  readonly packed: number
  readonly size: number
  readonly at: number
}

/** An APK as a ZIP file. Only its directory is kept in memory. */
export interface Archive {
  readonly entries: readonly ArchiveEntry[]
  /** Where the directory begins, and where the end record begins. */
  readonly directoryAt: number
  readonly endAt: number
  readonly size: number
  /** Exactly these bytes of the file. @throws ApkFlaw if it ends before */
  part(at: number, length: number): Promise<Buffer>
  /** The content of an entry. @throws ApkFlaw `tooLarge` beyond this many bytes, whatever its header says */
  content(entry: ArchiveEntry, mostBytes: number, tooLarge: ApkFlaw): Promise<Buffer>
}

const broken = () => new ApkFlaw('notArchive')

/**
 * Opens an untrusted ZIP file. Every length is checked against the file, and nothing is unpacked until it is needed.
 * @throws ApkFlaw
 */
export const openArchive = async (file: FileHandle): Promise<Archive> => {
  const { size } = await file.stat()
  const part = async (at: number, length: number): Promise<Buffer> => {
    if (!(at >= 0) || length < 0 || at + length > size) throw broken()
    const { buffer, bytesRead } = await file.read(Buffer.alloc(length), 0, length, at)
    if (bytesRead !== length) throw broken()
    return buffer
  }

  const tailBytes = Math.min(size, headBytes.end + maxCommentBytes)
  const tail = await part(size - tailBytes, tailBytes)
  let end = tail.length - headBytes.end
  // The comment must extend to the end of the file; otherwise this is not the end record.
  while (end >= 0 && !(tail.readUInt32LE(end) === signatures.end && end + 22 + tail.readUInt16LE(end + 20) === tail.length)) end--
  if (end < 0) throw broken()
  const count = tail.readUInt16LE(end + 10)
  const directoryBytes = tail.readUInt32LE(end + 12)
  const directoryAt = tail.readUInt32LE(end + 16)
  const endAt = size - tail.length + end
  if (count > maxEntries || directoryBytes > maxDirectoryBytes) throw new ApkFlaw('tooManyEntries')
  // Programs differ in whether they read data in between.
  if (directoryAt + directoryBytes !== endAt) throw broken()
  const entries = entriesIn(await part(directoryAt, directoryBytes), count, directoryAt)
  const packed = entries.reduce((sum, entry) => sum + entry.packed, 0)
  const unpacked = entries.reduce((sum, entry) => sum + entry.size, 0)
  // More packed bytes than the file has: entries overlap.
  if (packed > size || unpacked > plainUnpackedBytes + unpackedTimes * size) throw new ApkFlaw('bomb')

  return {
    entries,
    directoryAt,
    endAt,
    size,
    part,
    async content(entry, mostBytes, tooLarge) {
      if (entry.encrypted) throw new ApkFlaw('encrypted')
      if (entry.size > mostBytes || entry.packed > mostBytes) throw tooLarge
      const local = await part(entry.at, headBytes.local)
      const nameBytes = local.readUInt16LE(26)
      if (local.readUInt32LE(0) !== signatures.local || local.readUInt16LE(8) !== entry.method) throw broken()
      const begin = entry.at + headBytes.local + nameBytes + local.readUInt16LE(28)
      if ((await part(entry.at + headBytes.local, nameBytes)).toString('utf8') !== entry.name) throw broken()
      if (begin + entry.packed > directoryAt) throw broken()
      const bytes = await part(begin, entry.packed)
      const content = entry.method === 0 ? bytes : await unpack(bytes, entry.size, tooLarge)
      if (content.length !== entry.size || crc32(content) !== entry.crc) throw broken()
      return content
    },
  }
}

const entriesIn = (directory: Buffer, count: number, directoryAt: number): ArchiveEntry[] => {
  const entries: ArchiveEntry[] = []
  let at = 0
  while (at < directory.length) {
    if (at + headBytes.entry > directory.length || directory.readUInt32LE(at) !== signatures.entry) throw broken()
    const nameBytes = directory.readUInt16LE(at + 28)
    const next = at + headBytes.entry + nameBytes + directory.readUInt16LE(at + 30) + directory.readUInt16LE(at + 32)
    if (next > directory.length) throw broken()
    const entry = {
      name: directory.toString('utf8', at + headBytes.entry, at + headBytes.entry + nameBytes),
      encrypted: (directory.readUInt16LE(at + 8) & 1) === 1,
      method: directory.readUInt16LE(at + 10),
      crc: directory.readUInt32LE(at + 16),
      packed: directory.readUInt32LE(at + 20),
      size: directory.readUInt32LE(at + 24),
      at: directory.readUInt32LE(at + 42),
    }
    if ((entry.method !== 0 && entry.method !== 8) || entry.at >= directoryAt) throw broken()
    entries.push(entry)
    at = next
  }
  if (entries.length !== count) throw broken()
  return entries
}

const unpack = async (bytes: Buffer, size: number, tooLarge: ApkFlaw): Promise<Buffer> => {
  try {
    // Not one byte more than its header says; an empty entry needs room for one.
    return await inflate(bytes, { maxOutputLength: Math.max(size, 1) })
  } catch (error) {
    throw (error as { code?: unknown }).code === 'ERR_BUFFER_TOO_LARGE' ? tooLarge : broken()
  }
}
