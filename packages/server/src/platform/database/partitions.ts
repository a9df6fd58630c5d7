import { sql, type QueryExecutorProvider } from 'kysely'

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

const monthsAhead = 3

const monthStart = (from: Date, offset: number): Date => new Date(Date.UTC(from.getUTCFullYear(), from.getUTCMonth() + offset, 1))

/**
 * Makes the partitions of last month (late reports), this month and the next three, where they are missing. Safe to run at any time, by several processes.
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
  return made
}
