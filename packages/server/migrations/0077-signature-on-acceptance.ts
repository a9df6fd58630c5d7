import { sql, type Kysely } from 'kysely'

/** Who accepted the work of an order on site, and the signature that was drawn on the engineer's phone. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql.raw(`alter table work_order add column accepted_by text, add column signature_image text`).execute(db)
}
