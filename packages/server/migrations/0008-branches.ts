import { sql, type Kysely } from 'kysely'

/** What a branch has is summed over the companies in it, read from the index alone (company.reads.ts, countsOf). */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create index company_branch on company (path text_pattern_ops) include (id) where deleted_at is null`.execute(db)
}
