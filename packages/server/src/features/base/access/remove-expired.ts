import type { Kysely } from 'kysely'
import type { Tables } from '../../../tables/index.ts'
import { removeEndedKiosks } from './kiosk-sessions.ts'
import { deleteExpired } from './sessions.ts'

/** Deletes expired sessions, captchas, tickets and counted attempts. */
export const removeExpired = async (systemDb: Kysely<Tables>, now: Date): Promise<void> => {
  await deleteExpired(systemDb, now)
  await removeEndedKiosks(systemDb, now)
}
