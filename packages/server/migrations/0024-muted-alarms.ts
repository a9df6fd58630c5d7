import { sql, type Kysely } from 'kysely'

/** Who does not want to hear which alarm any more, and since when an alarm waits that was raised again. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql.raw(mutes).execute(db)
  await sql.raw(raised).execute(db)
}

const mutes = `
/* until somebody acts on the alarm: then the row goes (features/alarm/move-alarm.ts) */
create table alarm_mute (
  alarm_id bigint not null,
  account_id bigint not null references account(id),
  muted_at timestamptz(3) not null,
  primary key (alarm_id, account_id)
);
`

const raised = `
/* null: it stands since first_at */
alter table alarm add column raised_at timestamptz(3);
`
