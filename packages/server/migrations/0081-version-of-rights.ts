import { sql, type Kysely } from 'kysely'

/**
 * Which operations roles open is worked out once, and again after a grant or a menu entry has changed: whoever calls is told by this number, in the same
 * statement that tells who they are. By triggers, so that no writer forgets it; one row, so that a rollback takes it back.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql.raw(version).execute(db)
}

const version = `
create table rights_version (
  single boolean primary key default true check (single),
  version bigint not null
);
insert into rights_version (version) values (1);

create function rights_changed() returns trigger language plpgsql as $$
begin
  update rights_version set version = version + 1;
  return null;
end $$;
${['role_menu', 'menu']
  .map(
    (table) => `
create trigger ${table}_rights after insert or update or delete or truncate on ${table} for each statement execute function rights_changed();`,
  )
  .join('')}
`
