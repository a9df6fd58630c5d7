import { sql, type Kysely } from 'kysely'

/** Of a repair: whether those who have to know were told that the protection was impaired. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table work_order add column impairment_notice text check (impairment_notice in ('Y', 'N'))`.execute(db)
}
