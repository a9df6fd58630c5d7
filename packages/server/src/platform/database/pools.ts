import type pg from 'pg'
import type { Logger } from 'pino'
import { backgroundLimits, callLimits, openDatabase } from './database.ts'

/** The connections of the program, in separate pools, so that no use can take those of another. */
export const openPools = (connection: pg.PoolConfig, log: Logger) => {
  const pools = {
    calls: openDatabase({ max: 16, ...callLimits, ...connection }, log),
    /** Calls of partners' programs. */
    partners: openDatabase({ max: 8, ...callLimits, ...connection }, log),
    /** The program's own work. */
    background: openDatabase({ max: 8, ...backgroundLimits, ...connection }, log),
    /** The job queue polls every kind of work at the same moment, and would keep as many connections as it is given. */
    queue: openDatabase({ max: 2, ...backgroundLimits, ...connection }, log),
    /** Jobs waiting for locks may occupy the background's connections, but must not delay the people who have to be notified of a fire. */
    notifying: openDatabase({ max: 6, ...backgroundLimits, ...connection }, log),
    /** Third parties, who must not hold up anything of ours. */
    pushing: openDatabase({ max: 4, ...backgroundLimits, ...connection }, log),
    live: openDatabase({ max: 2, ...callLimits, ...connection }, log),
    /** What returning consoles have missed. */
    replays: openDatabase({ max: 2, ...callLimits, ...connection }, log),
  }
  return { ...pools, close: (ms: number) => Promise.all(Object.values(pools).map((each) => each.close(ms))) }
}
