import { sql, type Kysely } from 'kysely'

/** The last word of a provider's receipts that nobody knows: what it says about a message is lost until somebody explains it. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql
    .raw('alter table notify_provider add column unknown_word text, add column unknown_word_at timestamptz(3)')
    .execute(db)
}
