import { sql, type Kysely } from 'kysely'

/** What phones send again is answered as the first time; when a step was entered that arrived later. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql.raw(requests).execute(db)
  await sql.raw(entered).execute(db)
}

const requests = `
create table app_request (
  account_id bigint not null references account(id),
  /* made by the phone */
  request_id uuid not null,
  call text not null,
  /* SHA-256 of the input: the same id with another input is refused */
  input_hash bytea not null,
  /* null only while the transaction of the first one is open */
  answer jsonb,
  at timestamptz(3) not null,
  primary key (account_id, request_id)
);
create index app_request_at on app_request (at);
`

const entered = `
/* null: it was sent at once */
alter table order_history add column entered_at timestamptz(3);
`
