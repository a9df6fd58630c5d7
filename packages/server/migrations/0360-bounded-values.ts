import { sql, type Kysely } from 'kysely'

/**
 * The names of values that are kept of a device are bounded: one that sends ever new names must not make its row grow until it can no longer
 * be written. Those beyond 200 are counted under "…". The size is looked at first, as this runs at each report.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create function bounded_values(given jsonb) returns jsonb language sql immutable parallel safe as $$
      select case
        when pg_column_size(given) <= 4096 or (select count(*) from jsonb_object_keys(given - '…')) <= 200 then given
        else (select jsonb_object_agg(key, value) from (select key, value from jsonb_each(given - '…') limit 200) kept)
          || jsonb_build_object('…', (select count(*) - 200 from jsonb_object_keys(given - '…')))
      end
    $$`.execute(db)
  await sql`update device set last_values = bounded_values(last_values) where pg_column_size(last_values) > 4096`.execute(db)
}
