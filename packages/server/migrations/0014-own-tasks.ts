import { sql, type Kysely } from 'kysely'

/** The console follows the latest exports and imports of whoever is signed in (file.reads.ts, ownTasks). */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create index export_job_latest on export_job (account_id, id desc)`.execute(db)
  await sql`create index import_job_latest on import_job (account_id, id desc)`.execute(db)
}
