import { openCommandStates } from '@emberwatch/contract'
import { sql, type Kysely } from 'kysely'
import type { Tables } from '../../../tables/index.ts'

const batchRows = 5_000

/** Deletes commands requested before a time, except those still under way. */
export const deleteOldCommands = async (db: Kysely<Tables>, before: Date): Promise<number> => {
  let deleted = 0
  for (;;) {
    const { numAffectedRows = 0n } = await sql`
      delete from sent_command where id in (
        select id from sent_command where created_at < ${before} and state <> all(${[...openCommandStates]}::text[])
         order by created_at limit ${sql.lit(batchRows)})`.execute(db)
    deleted += Number(numAffectedRows)
    if (numAffectedRows < batchRows) return deleted
  }
}
