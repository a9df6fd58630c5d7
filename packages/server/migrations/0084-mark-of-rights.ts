import { sql, type Kysely } from 'kysely'

/** A number comes again after a fail-over that lost the last changes, and what is kept under it would be of the lost ones. A random mark never does. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql
    .raw(
      `alter table rights_version alter column version type uuid using gen_random_uuid();
       create or replace function rights_changed() returns trigger language plpgsql as $$
       begin
         update rights_version set version = gen_random_uuid();
         return null;
       end $$`,
    )
    .execute(db)
}
