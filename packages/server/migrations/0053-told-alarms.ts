import { sql, type Kysely } from 'kysely'

/** When people outside were last told of an alarm; null: never. Until now null meant since it was first raised, whatever its code says. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql
    .raw(
      `update alarm a set told_at = a.first_at
        where a.state in ('unconfirmed', 'confirmed') and a.told_at is null and not a.test and not exists (
          select from report_param p where p.format = a.source_format and p.code = a.source_code and not p.notify)`,
    )
    .execute(db)
}
