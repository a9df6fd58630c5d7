import type { Kysely } from 'kysely'
import type { Tables } from '../../tables/index.ts'
import { deleteExpired } from './session.store.ts'

/** Removes sessions, captchas, tickets and counted attempts that have had their time. None of them says anything any more. */
export const removeExpired = (systemDb: Kysely<Tables>, now: Date): Promise<void> => deleteExpired(systemDb, now)
