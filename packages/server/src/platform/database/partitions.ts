import { limits } from '@emberwatch/contract'
import { sql, type Kysely, type QueryExecutorProvider } from 'kysely'
import type { Logger } from 'pino'
import type { Tables } from '../../tables/index.ts'

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

const dropExpired = async (db: QueryExecutorProvider, now: Date): Promise<string[]> => {
  const oldest = monthStart(now, -limits.logMonths).toISOString().slice(0, 7).replace('-', '_')
  const { rows } = await sql<{ name: string }>`
    select partition.relname as name from pg_inherits
    join pg_class partition on partition.oid = inhrelid join pg_class of_table on of_table.oid = inhparent
    where of_table.relname = any(${[...expiring]}) and partition.relname ~ '_[0-9]{4}_[0-9]{2}$' and right(partition.relname, 7) < ${oldest}`.execute(
    db,
  )
  for (const { name } of rows) await sql`drop table ${sql.table(name)}`.execute(db)
  return rows.map((row) => row.name)
}

/** Makes the partitions to come and drops the logs that have had their time. Safe to run at any time, by several processes. */
export const keepPartitions = (db: Kysely<Tables>, now: Date, log: Logger): Promise<void> =>
  db.transaction().execute(async (tx) => {
    await sql`select pg_advisory_xact_lock(hashtext('partitions'))`.execute(tx)
    const made = await ensurePartitions(tx, now)
    const dropped = await dropExpired(tx, now)
    if (made.length + dropped.length > 0) log.info({ made, dropped }, 'partitions')
  })
