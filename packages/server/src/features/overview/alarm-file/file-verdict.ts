import type { AlarmFileVerdict } from '@emberwatch/contract'
import type { Kysely } from 'kysely'
import type { Tables } from '../../../tables/index.ts'
import { registeredCode, registeredHash } from './alarm-file.store.ts'
import type { HashedFile } from './hash-file.ts'

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
