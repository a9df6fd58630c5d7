import { limits } from '@emberwatch/contract'
import { sql, type Kysely, type QueryExecutorProvider } from 'kysely'
import type { Logger } from 'pino'
import type { Tables } from '../../tables/index.ts'
import type { Clock } from '../context.ts'

/** Tables partitioned by month, with the column they are partitioned by. */
export const partitionedTables = [
  'report',
  'alarm',
  'alarm_journey',
  'mqtt_log',
  'audit_log',
  'api_log',
  'login_log',
  'message',
] as const

/** Those whose months are dropped when they are older than `limits.logMonths`. Alarms, audit rows and what devices reported are kept. */
const expiring = ['api_log', 'mqtt_log', 'login_log'] as const satisfies readonly (typeof partitionedTables)[number][]

const monthsAhead = 3

const monthStart = (from: Date, offset: number): Date => new Date(Date.UTC(from.getUTCFullYear(), from.getUTCMonth() + offset, 1))

const monthOf = (date: Date): string => date.toISOString().slice(0, 7)

/**
 * Makes the partitions of last month (late reports), this month and the next three, where they are missing.
 * @param now the server's clock
 */
export const ensurePartitions = async (db: QueryExecutorProvider, now: Date): Promise<string[]> => {
  const made: string[] = []
  for (const table of partitionedTables) {
    for (let offset = -1; offset <= monthsAhead; offset++) {
      const from = monthStart(now, offset)
      const name = `${table}_${from.getUTCFullYear()}_${String(from.getUTCMonth() + 1).padStart(2, '0')}`
      const known = await sql<{ name: string | null }>`select to_regclass(${name})::text as name`.execute(db)
      if (known.rows[0]?.name) continue
      await sql
        .raw(
          `create table if not exists ${name} partition of ${table} for values from ('${from.toISOString()}') to ('${monthStart(now, offset + 1).toISOString()}')`,
        )
        .execute(db)
      made.push(name)
    }
  }
  if (made.length > 0) await guardPartitions(db)
  return made
}

/** PostgreSQL hands a table's row triggers down to its partitions, but not one on TRUNCATE: each partition without it gets its own. */
export const guardPartitions = async (db: QueryExecutorProvider): Promise<void> => {
  await sql
    .raw(
      `do $$
      declare unguarded record;
      begin
        for unguarded in
          select inhrelid::regclass as partition, tgname as name, tgfoid::regproc as refuse
          from pg_trigger join pg_inherits on inhparent = tgrelid
          where tgtype & 32 <> 0 and not tgisinternal
            and not exists (select from pg_trigger own where own.tgrelid = inhrelid and own.tgname = pg_trigger.tgname)
        loop
          execute format('create trigger %I before truncate on %s for each statement execute function %s()',
            unguarded.name, unguarded.partition, unguarded.refuse);
        end loop;
      end $$`,
    )
    .execute(db)
}

/**
 * Drops a month that is old enough, but only when as many newer months hold rows: a clock that was set a year ahead must not cost the logs of the year before.
 */
const dropExpired = async (db: QueryExecutorProvider, now: Date): Promise<string[]> => {
  const oldest = monthOf(monthStart(now, -limits.logMonths)).replace('-', '_')
  const dropped: string[] = []
  for (const table of expiring) {
    const { rows } = await sql<{ name: string }>`
      select relname as name from pg_inherits join pg_class on pg_class.oid = inhrelid
      where inhparent = ${table}::regclass and relname ~ '_[0-9]{4}_[0-9]{2}$' order by relname desc`.execute(db)
    let held = 0
    for (const { name } of rows) {
      if (held >= limits.logMonths && name.slice(-oldest.length) < oldest) {
        await sql`drop table ${sql.table(name)}`.execute(db)
        dropped.push(name)
        continue
      }
      const used = await sql<{ used: boolean }>`select exists (select from ${sql.table(name)}) as used`.execute(db)
      if (used.rows[0]?.used) held++
    }
  }
  return dropped
}

/**
 * One at a time. A new partition needs its table for itself for a moment; whoever reads it for long must not keep everybody who waits behind us from writing, so
 * that this gives up soon, and is tried again.
 */
const alone = <T>(db: Kysely<Tables>, work: (tx: QueryExecutorProvider) => Promise<T>): Promise<T> =>
  db.transaction().execute(async (tx) => {
    await sql`select pg_advisory_xact_lock(hashtext('partitions'))`.execute(tx)
    await sql`set local lock_timeout = '1s'`.execute(tx)
    return work(tx)
  })

/** Makes the partitions around a time where they are missing. Safe to run at any time, by several processes. */
export const makePartitions = (db: Kysely<Tables>, around: Date): Promise<string[]> =>
  alone(db, (tx) => ensurePartitions(tx, around))

/** Makes the partitions to come and drops the logs that have had their time. Safe to run at any time, by several processes. */
export const keepPartitions = (db: Kysely<Tables>, now: Date, log: Logger): Promise<void> =>
  alone(db, async (tx) => {
    const made = await ensurePartitions(tx, now)
    const dropped = await dropExpired(tx, now)
    if (made.length + dropped.length > 0) log.info({ made, dropped }, 'partitions')
  })

const lookEveryMs = 2_000

/** Gives the clock's month its partitions while the program runs: the clock may be set, and the nightly job may not run. */
export const createPartitionWatch = (db: Kysely<Tables>, clock: Clock, log: Logger, everyMs = lookEveryMs) => {
  let known = monthOf(clock.now())
  let making: Promise<void> | undefined
  let timer: NodeJS.Timeout | undefined

  const make = async (): Promise<void> => {
    const now = clock.now()
    if (monthOf(now) === known) return
    try {
      await makePartitions(db, now)
      known = monthOf(now)
    } catch (error) {
      log.warn({ err: error }, 'partitions were not made; trying again')
    }
  }
  return {
    start() {
      timer ??= setInterval(() => void (making ??= make().finally(() => (making = undefined))), everyMs)
    },
    async stop() {
      clearInterval(timer)
      await making
    },
  }
}
