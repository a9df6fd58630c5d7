import { sql, type Kysely } from 'kysely'

/** What could not be sent is sent again as a copy, and why it failed is said in words of ours. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql.raw(columns).execute(db)
  await sql.raw(causes).execute(db)
}

const columns = `
/* the record that failed, and until when this one is tried in its place */
alter table message_record add column copy_of bigint, add column tries_until timestamptz(3),
  /* when somebody took the alarm over by pressing 1 in this call */
  add column taken_at timestamptz(3),
  /* what a provider answers in full is for the operating company */
  add column failure_kind text;
create index message_record_copy on message_record (copy_of) where copy_of is not null;
`

const causes = `
/* the steps of its rules count from then; null: from the event itself. At a hand-over, the rules of the new company begin */
alter table notification_cause add column begins_at timestamptz(3);
/* Events that were taken up, whether or not a rule applied to them: what is not here was missed. Kept for some days. */
create table notification_seen (
  kind text not null,
  object_id bigint not null,
  round_at timestamptz(3) not null,
  seen_at timestamptz(3) not null,
  primary key (kind, object_id, round_at)
);
create index fault_on_test on fault (id) where test and state = 'pending';
create index notification_seen_at on notification_seen (seen_at);
`
