import { sql, type Kysely } from 'kysely'
import type { Ctx } from '../../../platform/context.ts'
import type { Tables } from '../../../tables/index.ts'
import { deleteOldCommands } from '../device-command/delete-old-commands.ts'

const batchRows = 5_000

const deleteOldRuns = async (db: Kysely<Tables>, before: Date): Promise<number> => {
  let deleted = 0
  for (;;) {
    const { numAffectedRows = 0n } = await sql`
      delete from linked_rule_run where id in (
        select id from linked_rule_run where at < ${before} order by at limit ${sql.lit(batchRows)})`.execute(db)
    deleted += Number(numAffectedRows)
    if (numAffectedRows < batchRows) return deleted
  }
}

/** In how many months since a time something happened: a clock that is a year ahead must not cost last year's records. */
const monthsLived = async (db: Kysely<Tables>, since: Date, now: Date): Promise<number> => {
  const { rows } = await sql<{ months: number }>`
    select count(*)::int as months from generate_series(${since}::timestamptz, ${now}::timestamptz, interval '1 month') as month
     where exists (select from audit_log where at >= month and at < month + interval '1 month')`.execute(db)
  return rows[0]?.months ?? 0
}

/** Deletes commands and rule runs older than the months for which they are kept. */
export const deleteOldRecords = async ({
  systemDb,
  clock,
  config,
}: Pick<Ctx, 'systemDb' | 'clock' | 'config'>): Promise<{ commands: number; runs: number }> => {
  const months = config.settings.commandMonths
  const now = clock.now()
  const before = new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - months, 1))
  if ((await monthsLived(systemDb, before, now)) < months) return { commands: 0, runs: 0 }
  return { commands: await deleteOldCommands(systemDb, before), runs: await deleteOldRuns(systemDb, before) }
}
