import { sql, type Kysely } from 'kysely'

/** Faults that are put off, come back, and are repaired together by one order. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql.raw(faults).execute(db)
  await sql.raw(orders).execute(db)
}

const faults = `
/* Put off until a time. snoozed_repeats is repeat_count at that moment: a signal raises it, which ends the putting off without any write of the ingest. */
alter table fault
  add column snoozed_until timestamptz(3),
  add column snoozed_at timestamptz(3),
  add column snoozed_by bigint references account(id),
  add column snooze_reason text,
  add column snoozed_repeats integer;

/* the earlier faults of the same kind at the same place */
create index fault_place on fault (point, type_id, id);

/* the lists of a project and of a kind, newest first */
create index fault_project on fault (project_id, first_at desc, id desc);
create index fault_type_newest on fault (type_id, first_at desc, id desc);

/* What unregistered devices are called, in what they sent. */
create index fault_sent_point on fault using gin (word_parts(point)) where device_id is null;

/* The lists of what is not solved, by state: few of the many. */
create index fault_state on fault (state, first_at desc, id desc) where state <> 'solved';
create index fault_state_2 on fault (split_part(path, '.', 2), state, first_at desc, id desc) where state <> 'solved';
create index fault_state_3 on fault (split_part(path, '.', 3), state, first_at desc, id desc) where state <> 'solved';
create index fault_state_4 on fault (split_part(path, '.', 4), state, first_at desc, id desc) where state <> 'solved';
`

const orders = `
/* What an order was created from, kept when the order is deleted or does not solve it. fault.order_id is the order that has it now. */
create table order_fault (
  order_id bigint not null references work_order(id),
  fault_id bigint not null references fault(id),
  primary key (order_id, fault_id)
);
create index order_fault_fault on order_fault (fault_id);
insert into order_fault select id, fault_id from work_order where fault_id is not null;
`
