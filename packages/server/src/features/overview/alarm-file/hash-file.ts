import { createHash } from 'node:crypto'
import { checkCodeIn, tailBytes } from './check-code.ts'

export interface HashedFile {
  /** Hexadecimal. */
  readonly sha256: string
  readonly size: number
  readonly checkCode: string | undefined
}

/** Reads a file once to its end: its hash, size and check code. */
export const hashFile = async (bytes: AsyncIterable<Uint8Array>): Promise<HashedFile> => {
  const hash = createHash('sha256')
  let size = 0
  let tail = Buffer.alloc(0)
  for await (const chunk of bytes) {
    hash.update(chunk)
    size += chunk.length
    tail = Buffer.concat([tail, chunk.subarray(-tailBytes)]).subarray(-tailBytes)
  }
  return { sha256: hash.digest('hex'), size, checkCode: checkCodeIn(tail.toString('latin1')) }
}
