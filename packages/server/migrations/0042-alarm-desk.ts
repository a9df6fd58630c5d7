import { sql, type Kysely } from 'kysely'

/** Both response clocks stand with the alarm; breaches are kept for ever; sites are taken over; mutes end. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql.raw(clocks).execute(db)
  await sql.raw(breaches).execute(db)
  await sql.raw(holds).execute(db)
}

const clocks = `
alter table alarm add column close_due_at timestamptz(3);
/* the next moment at which a response clock is exceeded; null: none runs, or it is recorded already */
alter table alarm add column breach_due_at timestamptz(3);
/* when the first clock was exceeded, for good */
alter table alarm add column breached_at timestamptz(3);
update alarm a set close_due_at = coalesce(a.raised_at, a.first_at) + t.close_s * interval '1 second' from alarm_type t
  where t.id = a.type_id and t.close_s is not null and a.state in ('unconfirmed', 'confirmed') and not a.test;
update alarm set breach_due_at = least(acknowledge_due_at, close_due_at)
  where state in ('unconfirmed', 'confirmed') and (acknowledge_due_at is not null or close_due_at is not null);
create index alarm_breach_due on alarm (breach_due_at) where breach_due_at is not null;
create index alarm_late on alarm (first_at desc, id desc) include (path) where breached_at is not null;
/* Of full months nobody would ever collect that these are nearly always null, and whoever looks for one would read all alarms. */
analyze alarm (close_due_at, breach_due_at, breached_at);
/* null: until somebody acts on the alarm */
alter table alarm_mute add column until timestamptz(3);
`

const breaches = `
create table alarm_breach (
  alarm_id bigint not null,
  alarm_first_at timestamptz(3) not null,
  clock text not null,
  due_at timestamptz(3) not null,
  /* when somebody confirmed or closed it in the end; null: nobody yet */
  answered_at timestamptz(3),
  answered_by bigint references account(id),
  primary key (alarm_id, clock, due_at)
);
create index alarm_breach_time on alarm_breach (due_at desc);
create trigger alarm_breach_rows_kept before delete or update of alarm_id, alarm_first_at, clock, due_at on alarm_breach
  for each row execute function refuse_change();
create trigger alarm_breach_kept before truncate on alarm_breach for each statement execute function refuse_change();
`

const holds = `
create table desk_hold (
  project_id bigint primary key references project(id),
  account_id bigint not null references account(id),
  taken_at timestamptz(3) not null,
  /* keys or pointer were used then */
  seen_at timestamptz(3) not null,
  /* who gave it to them; null: they took it */
  given_by bigint references account(id),
  note text
);
create index desk_hold_account on desk_hold (account_id);
`
