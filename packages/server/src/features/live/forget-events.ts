import type { Kysely } from 'kysely'
import type { Tables } from '../../tables/index.ts'
import { deleteEventsBefore } from './live.store.ts'

const keptMs = 86_400_000

/** Removes live events older than a day: a console that was away for longer reads everything again. */
export const forgetEvents = (systemDb: Kysely<Tables>, now: Date): Promise<void> =>
  deleteEventsBefore(systemDb, new Date(now.getTime() - keptMs))
