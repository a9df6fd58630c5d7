import type { Kysely } from 'kysely'
import type { Tables } from '../../tables/index.ts'
import { deleteExpired } from './sessions.ts'

/** Deletes expired sessions, captchas, tickets and counted attempts. */
export const removeExpired = (systemDb: Kysely<Tables>, now: Date): Promise<void> => deleteExpired(systemDb, now)
