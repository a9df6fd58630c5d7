import { sql, type Kysely } from 'kysely'

/** How many new installations come from one address in a day is limited, since anybody may ask for an app's next version. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql.raw(columns).execute(db)
}

const columns = `
alter table app_install add column first_asked_at timestamptz(3) not null default now(),
  /* of the first question; forgotten after a day */
  add column address text;
create index app_install_address on app_install (address, first_asked_at) where address is not null;
`
