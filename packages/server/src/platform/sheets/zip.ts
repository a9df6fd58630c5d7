import { createReadStream } from 'node:fs'
import { open, type FileHandle } from 'node:fs/promises'
import { fromRandomAccessReaderPromise, RandomAccessReader, type Entry, type ZipFile } from 'yauzl'
import { codeOf } from '../startup-error.ts'
import { SheetError } from './sheet.ts'

/** The directory of a workbook is far smaller, however many sheets it has. Each entry is read from disk separately. */
const mostDirectoryBytes = 1_048_576
const mostEntries = 5_000
const entryBytes = 46

/** Names of parts as they are compared: some programs write backslashes or other letter case (ECMA-376 part 2, 6.2). */
export const partName = (name: string): string => name.replaceAll('\\', '/').toLowerCase()

export interface Zip {
  has(name: string): boolean
  /**
   * The bytes of an entry, piece by piece. @throws SheetError unpacked, if it is larger than `limitMb`; broken, if it is not what the
   * directory says
   */
  read(name: string, limitMb: number): AsyncGenerator<Buffer>
}

/**
 * Reads at the offsets that the archive gives. An impossible offset is reported as a read error: yauzl's own reader throws it where nobody
 * can catch it, so an archive of a hundred bytes could end the process.
 */
class FileReader extends RandomAccessReader {
  readonly #path: string
  readonly #file: FileHandle

  constructor(path: string, file: FileHandle) {
    super()
    this.#path = path
    this.#file = file
  }

  override read(buffer: Buffer, offset: number, length: number, position: number, callback: (error: Error | null) => void): void {
    this.#file.read(buffer, offset, length, position).then(
      ({ bytesRead }) => callback(bytesRead < length ? new Error('the file ends early') : null),
      (error: Error) => callback(error),
    )
  }

  override _readStreamForRange(start: number, end: number) {
    return createReadStream(this.#path, { start, end: end - 1 })
  }
}

const withZip = async <T>(path: string, work: (zip: ZipFile) => Promise<T>): Promise<T> => {
  const file = await open(path, 'r')
  try {
    const { size } = await file.stat()
    return await work(await fromRandomAccessReaderPromise(new FileReader(path, file), size, { autoClose: false }))
  } catch (error) {
    return refuse(error)
  } finally {
    await file.close()
  }
}

/** An error caused by the archive has no code, or a code of unpacking or of a number out of range. All others are disk errors. */
const refuse = (error: unknown): never => {
  if (error instanceof SheetError || /^E[A-Z]+$/.test(codeOf(error) ?? '')) throw error
  // A kind of encryption that yauzl does not even list.
  throw new SheetError(error instanceof Error && error.message.startsWith('strong encryption') ? 'oldWorkbook' : 'broken')
}

/** Opens a ZIP file by its directory alone; nothing is unpacked yet. @throws SheetError broken */
export const openZip = async (path: string): Promise<Zip> => {
  const entries = await withZip(path, directoryOf)
  return {
    has: (name) => entries.has(partName(name)),
    async *read(name, limitMb) {
      const entry = entries.get(partName(name))
      if (!entry) throw new SheetError('broken')
      if (entry.uncompressedSize > limitMb * 1_048_576) throw new SheetError('unpacked', { limit: limitMb })
      const bytes = await withZip(path, (zip) => zip.openReadStreamPromise(entry))
      try {
        // Ends with an error as soon as it is larger or smaller than the directory says.
        for await (const piece of bytes as AsyncIterable<Buffer>) yield piece
      } catch (error) {
        refuse(error)
      }
    },
  }
}

const directoryOf = async (zip: ZipFile): Promise<ReadonlyMap<string, Entry>> => {
  if (zip.entryCount > mostEntries) throw new SheetError('broken')
  const entries = new Map<string, Entry>()
  let bytes = 0
  for await (const entry of zip.eachEntry()) {
    bytes += entryBytes + entry.fileNameLength + entry.extraFieldLength + entry.fileCommentLength
    if (bytes > mostDirectoryBytes) throw new SheetError('broken')
    if (entry.isEncrypted()) throw new SheetError('oldWorkbook')
    // If two parts have the same name, programs differ in which one they read.
    const name = partName(entry.fileName)
    if (entries.has(name)) throw new SheetError('broken')
    entries.set(name, entry)
  }
  return entries
}
