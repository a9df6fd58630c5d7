import type { Readable } from 'node:stream'

/** A file just stored: `sha256` in hex, `size` in bytes. */
export interface StoredFile {
  readonly id: string
  readonly size: number
  readonly sha256: string
}

/** Bytes under random ids in the data directory; what a file is and who may read it stands in the table `file`. */
export interface FileStore {
  /** Stores a stream. @throws DomainError fileTooLarge beyond `limitBytes`; nothing is left behind then. */
  save(stream: Readable, limitBytes: number): Promise<StoredFile>
  /** The first bytes, to judge the content by. */
  head(id: string, bytes: number): Promise<Buffer>
  read(id: string): Readable
  /** The absolute path, for libraries that want one. */
  pathOf(id: string): string
  remove(id: string): Promise<void>
}
