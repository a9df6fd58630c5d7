import { randomInt, createHash } from 'node:crypto'
import type { AlarmFileVerdict } from '@emberwatch/contract'
import type { Kysely } from 'kysely'
import type { Tables } from '../../../tables/index.ts'
import { registeredCode, registeredHash } from './alarm-file.store.ts'

/** Without letters and digits that look alike on paper. */
const alphabet = 'ABCDEFGHJKLMNPQRTUVWXY346789'
const groups = 3
const perGroup = 4

/** Printed on a file: `K7QM-RXPA-94TN`. It identifies the registration. The hash covers the whole file, so it cannot be printed in it. */
export const newCheckCode = (): string =>
  Array.from({ length: groups }, () =>
    Array.from({ length: perGroup }, () => alphabet[randomInt(alphabet.length)]).join(''),
  ).join('-')

const mark = '%EmberwatchAlarmFile '

/** The last line of a file, a comment to PDF readers. It tells a changed file from a foreign one. */
export const trailerOf = (checkCode: string): string => `\n${mark}${checkCode}\n`

/** The check code in the last bytes of a file, if there is one. */
const checkCodeIn = (tail: string): string | undefined =>
  new RegExp(`${mark}([${alphabet}]{4}(?:-[${alphabet}]{4}){${groups - 1}})`).exec(tail)?.[1]

/** Longer than the last line. */
const tailBytes = 256

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

/**
 * Whether a file is a registered one. Only the hash proves that; the check code in a changed file tells which file it once was.
 * @param db the caller's scope: nothing is revealed about alarms beyond it, not even that they exist
 */
export const fileVerdict = async (db: Kysely<Tables>, { sha256, checkCode }: HashedFile): Promise<AlarmFileVerdict> => {
  const same = await registeredHash(db, sha256)
  if (same) return { verdict: 'valid', sha256, ...same }
  const former = checkCode === undefined ? undefined : await registeredCode(db, checkCode)
  if (former) return { verdict: 'changed', sha256, ...former }
  return { verdict: 'unknown', sha256, alarmId: null, alarmCode: null, checkCode: null, at: null, by: null }
}
