import { sql, type Kysely } from 'kysely'

/** Whom alarms were told to in the last minute: companies and projects take turns (claim-records.ts). */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql
    .raw('create index message_record_sent on message_record (sent_at) where priority = 0 and sent_at is not null')
    .execute(db)
}
