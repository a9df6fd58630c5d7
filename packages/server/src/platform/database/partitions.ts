import { settingDefaults, type EffectiveSettings } from '@emberwatch/contract'
import { sql, type Kysely, type QueryExecutorProvider } from 'kysely'
import type { Logger } from 'pino'
import type { Tables } from '../../tables/index.ts'
import { expiring, laterPartitioned, partitionedTables } from '../../tables/monthly.ts'
import type { Clock } from '../context.ts'

// A released migration imports it from here.
export { partitionedTables }

const allPartitioned: readonly string[] = [...partitionedTables, ...laterPartitioned]

/** The settings: for how many months each table is kept. */
export type KeptMonths = Pick<EffectiveSettings, (typeof expiring)[keyof typeof expiring]>

const monthsAhead = 3

const monthStart = (from: Date, offset: number): Date => new Date(Date.UTC(from.getUTCFullYear(), from.getUTCMonth() + offset, 1))

const monthOf = (date: Date): string => date.toISOString().slice(0, 7)

/**
 * Creates missing partitions for last month (late reports), this month and the next three.
 * @param now the server's clock
 */
export const ensurePartitions = async (
  db: QueryExecutorProvider,
  now: Date,
  tables: readonly string[] = allPartitioned,
): Promise<string[]> => {
  const made: string[] = []
  for (const table of tables) {
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

/** PostgreSQL passes row triggers on to partitions, but not those on TRUNCATE: each partition without one gets its own. */
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
 * Drops an expired month, but only if as many newer months have rows: a clock that is a year ahead must not cost last year's
 * logs.
 */
const dropExpired = async (db: QueryExecutorProvider, now: Date, kept: KeptMonths): Promise<string[]> => {
  const dropped: string[] = []
  for (const [table, setting] of Object.entries(expiring)) {
    const months = kept[setting]
    const oldest = monthOf(monthStart(now, -months)).replace('-', '_')
    const { rows } = await sql<{ name: string }>`
      select relname as name from pg_inherits join pg_class on pg_class.oid = inhrelid
      where inhparent = ${table}::regclass and relname ~ '_[0-9]{4}_[0-9]{2}$' order by relname desc`.execute(db)
    let held = 0
    for (const { name } of rows) {
      if (held >= months && name.slice(-oldest.length) < oldest) {
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
 * Runs in one process at a time. Creating a partition locks its table exclusively for a moment. While a long query holds the table,
 * everybody behind us would have to wait, so this gives up soon and is retried.
 */
const exclusively = <T>(db: Kysely<Tables>, work: (tx: QueryExecutorProvider) => Promise<T>): Promise<T> =>
  db.transaction().execute(async (tx) => {
    await sql`select pg_advisory_xact_lock(hashtext('partitions'))`.execute(tx)
    await sql`set local lock_timeout = '1s'`.execute(tx)
    return work(tx)
  })

/** Creates the missing partitions around a time. Safe to run at any time, by several processes. */
export const createPartitions = (db: Kysely<Tables>, around: Date): Promise<string[]> =>
  exclusively(db, (tx) => ensurePartitions(tx, around))

/** Creates the coming partitions and drops expired logs. Safe to run at any time, by several processes. */
export const maintainPartitions = (
  db: Kysely<Tables>,
  now: Date,
  log: Logger,
  kept: KeptMonths = settingDefaults,
): Promise<void> =>
  exclusively(db, async (tx) => {
    const made = await ensurePartitions(tx, now)
    const dropped = await dropExpired(tx, now, kept)
    if (made.length + dropped.length > 0) log.info({ made, dropped }, 'partitions created or dropped')
  })

const checkIntervalMs = 2_000

/** Creates the partitions of the current month while the program runs, in case the clock is changed or the nightly job does not run. */
export const createPartitionWatch = (db: Kysely<Tables>, clock: Clock, log: Logger, intervalMs = checkIntervalMs) => {
  let known = monthOf(clock.now())
  let making: Promise<void> | undefined
  let timer: NodeJS.Timeout | undefined

  const make = async (): Promise<void> => {
    const now = clock.now()
    if (monthOf(now) === known) return
    try {
      await createPartitions(db, now)
      known = monthOf(now)
    } catch (error) {
      log.warn({ err: error }, 'partitions could not be created; retrying')
    }
  }
  return {
    start() {
      timer ??= setInterval(() => void (making ??= make().finally(() => (making = undefined))), intervalMs)
    },
    async stop() {
      clearInterval(timer)
      await making
    },
  }
}
