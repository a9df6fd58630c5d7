import { DomainError } from '@emberwatch/contract'
import { createHash, randomBytes } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { mkdir, open, readdir, rename, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import { assertSpare } from './disk-space.ts'

/** A file just stored: `sha256` in hex, `size` in bytes. */
export interface StoredFile {
  readonly id: string
  readonly size: number
  readonly sha256: string
}

/** Bytes under random ids in the data directory. What a file is and who may read it is in the table `file`. */
export interface FileStore {
  /**
   * Stores a stream. @throws, leaving nothing behind: DomainError fileTooLarge beyond `limitBytes`; an error with the code ENOSPC if the
   * disk has no room to spare (`disk-space.ts`), unless nobody can do without the file (`needed`).
   */
  save(stream: Readable, limitBytes: number, needed?: boolean): Promise<StoredFile>
  /** The first bytes, to detect the content type. */
  head(id: string, bytes: number): Promise<Buffer>
  /** A file, or a part of it: `end` is its last byte. */
  read(id: string, part?: { readonly start: number; readonly end: number }): Readable
  /** The SHA-256 of the file on disk now, in hex; undefined if there is none. */
  hashOf(id: string): Promise<string | undefined>
  /** The absolute path, for libraries that need one. */
  pathOf(id: string): string
  remove(id: string): Promise<void>
  /** The ids of files older than `before`, folder by folder. Also removes files begun before then and never finished. */
  olderThan(before: Date): AsyncGenerator<string[]>
}

const megabyte = 1_048_576
/** How much is written between two looks at the disk. */
const lookEveryBytes = 8 * megabyte

/** A power cut keeps a file's new name only after its folder is synced. Windows cannot open folders and does not need this. */
const syncFolder = async (path: string): Promise<void> => {
  if (process.platform === 'win32') return
  const folder = await open(path, 'r')
  try {
    await folder.sync()
  } finally {
    await folder.close()
  }
}

/** The names in a folder; none if it does not exist. */
const namesIn = (path: string): Promise<string[]> => readdir(path).catch(() => [])

/** Files as `<dataDir>/files/<first two digits>/<id>`. A file appears under its id complete and synced to disk, or not at all. */
export const createFileStore = (dataDir: string): FileStore => {
  const folderOf = (id: string): string => join(dataDir, 'files', id.slice(0, 2))
  const pathOf = (id: string): string => {
    // An id must never become a path of the caller's choosing.
    if (!/^[0-9a-f]{32}$/.test(id)) throw new Error('not a file id')
    return join(folderOf(id), id)
  }

  /** Writes the stream. Bytes that are not stored are read and discarded, so that the sender can receive the answer. */
  const write = async (path: string, stream: Readable, limitBytes: number, needed: boolean): Promise<Omit<StoredFile, 'id'>> => {
    const hash = createHash('sha256')
    let size = 0
    let lookAt = needed ? Infinity : 0
    let refused: unknown
    const file = await open(path, 'wx')
    try {
      for await (const chunk of stream as AsyncIterable<Uint8Array>) {
        size += chunk.length
        if (size > limitBytes || refused !== undefined) continue
        if (size > lookAt) {
          lookAt = size + lookEveryBytes
          refused = await assertSpare(join(dataDir, 'files')).catch((error: unknown) => error)
          if (refused !== undefined) continue
        }
        hash.update(chunk)
        await file.writeFile(chunk)
      }
      await file.sync()
    } finally {
      await file.close()
    }
    if (refused !== undefined) throw refused
    // The HTTP server truncates an upload at its own limit, which is never below ours, and marks the stream.
    if (size > limitBytes || ('truncated' in stream && stream.truncated === true)) throw tooLarge(limitBytes)
    return { size, sha256: hash.digest('hex') }
  }

  return {
    async save(stream, limitBytes, needed = false) {
      const id = randomBytes(16).toString('hex')
      const path = pathOf(id)
      const unfinished = `${path}.part`
      await mkdir(folderOf(id), { recursive: true })
      try {
        const stored = await write(unfinished, stream, limitBytes, needed)
        await rename(unfinished, path)
        await syncFolder(folderOf(id))
        return { id, ...stored }
      } catch (error) {
        await rm(unfinished, { force: true })
        if ((error as { code?: unknown }).code === 'FST_REQ_FILE_TOO_LARGE') throw tooLarge(limitBytes)
        throw error
      }
    },
    async head(id, bytes) {
      const file = await open(pathOf(id), 'r')
      try {
        const { buffer, bytesRead } = await file.read(Buffer.alloc(bytes), 0, bytes, 0)
        return buffer.subarray(0, bytesRead)
      } finally {
        await file.close()
      }
    },
    read: (id, part) => createReadStream(pathOf(id), part),
    async hashOf(id) {
      const hash = createHash('sha256')
      try {
        for await (const chunk of createReadStream(pathOf(id)) as AsyncIterable<Uint8Array>) hash.update(chunk)
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined
        throw error
      }
      return hash.digest('hex')
    },
    pathOf,
    remove: (id) => rm(pathOf(id), { force: true }),
    async *olderThan(before) {
      for (const folder of await namesIn(join(dataDir, 'files'))) {
        const path = join(dataDir, 'files', folder)
        const old: string[] = []
        for (const name of await namesIn(path)) {
          const written = await stat(join(path, name)).catch(() => undefined)
          if (written === undefined || written.mtime >= before) continue
          if (/^[0-9a-f]{32}$/.test(name)) old.push(name)
          else if (/^[0-9a-f]{32}\.part$/.test(name)) await rm(join(path, name), { force: true })
        }
        yield old
      }
    },
  }
}

export const tooLarge = (limitBytes: number): DomainError =>
  new DomainError('fileTooLarge', { limit: Math.round(limitBytes / megabyte) }, 'file')
