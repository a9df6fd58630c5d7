import { sql, type Kysely } from 'kysely'

/** Who runs, and for how long the system could hear gateways. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql
    .raw(
      `
/* one row for each process, counted up every two seconds: whoever stops counting is gone, whatever the clocks say */
create table process_beat (
  id uuid primary key,
  roles text[] not null,
  /* what it cannot do now, by the names of the contract's healthProblems */
  problems text[] not null default '{}',
  beats bigint not null default 1,
  started_at timestamptz(3) not null default now(),
  beat_at timestamptz(3) not null default now()
) with (fillfactor = 50);

/* milliseconds during which reports could be heard and stored, one row: silence is measured in them */
create table listening (
  one boolean primary key default true check (one),
  ms bigint not null default 0
) with (fillfactor = 50);
insert into listening default values;
`,
    )
    .execute(db)
}
