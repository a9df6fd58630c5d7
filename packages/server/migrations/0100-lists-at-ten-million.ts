import { sql, type Kysely } from 'kysely'

/** What lists are filtered by stands in the index of their order: of ten million rows a page and its total read the index alone. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql.raw(alarms).execute(db)
  await sql.raw(faults).execute(db)
  await sql.raw(reports).execute(db)
  await sql.raw(orders).execute(db)
}

const alarms = `
drop index alarm_newest, alarm_newest_2, alarm_newest_3, alarm_newest_4, alarm_test;
create index alarm_newest on alarm (first_at desc, id desc) include (state, level, type_id, test, handle_way, cause, breached_at);
create index alarm_newest_2 on alarm (split_part(path, '.', 2), first_at desc, id desc)
  include (path, state, level, type_id, test, handle_way, cause, breached_at);
create index alarm_newest_3 on alarm (split_part(path, '.', 3), first_at desc, id desc)
  include (path, state, level, type_id, test, handle_way, cause, breached_at);
create index alarm_newest_4 on alarm (split_part(path, '.', 4), first_at desc, id desc)
  include (path, state, level, type_id, test, handle_way, cause, breached_at);
/* only of tests: no fire pays for it */
create index alarm_test on alarm (first_at desc, id desc) include (path) where test;
/* the first alarm of some days' breaches */
drop index alarm_breach_time;
create index alarm_breach_time on alarm_breach (due_at desc) include (alarm_first_at);
`

const faults = `
drop index fault_newest, fault_newest_2, fault_newest_3, fault_newest_4, fault_type_newest, fault_place,
  fault_project, fault_gateway, fault_state, fault_state_2, fault_state_3, fault_state_4;
create index fault_newest on fault (first_at desc, id desc) include (state, type_id, solved_way);
create index fault_newest_2 on fault (split_part(path, '.', 2), first_at desc, id desc) include (path, state, type_id, solved_way);
create index fault_newest_3 on fault (split_part(path, '.', 3), first_at desc, id desc) include (path, state, type_id, solved_way);
create index fault_newest_4 on fault (split_part(path, '.', 4), first_at desc, id desc) include (path, state, type_id, solved_way);
create index fault_type_newest on fault (type_id, first_at desc, id desc) include (path, state);
create index fault_project on fault (project_id, first_at desc, id desc) include (path, state);
create index fault_gateway on fault (gateway_id, first_at desc, id desc) include (path, state);
/* with what is shown as a number, so that counting reads the index alone */
create index fault_state on fault (state, first_at desc, id desc) include (test) where state <> 'solved';
create index fault_state_2 on fault (split_part(path, '.', 2), state, first_at desc, id desc) include (path, test) where state <> 'solved';
create index fault_state_3 on fault (split_part(path, '.', 3), state, first_at desc, id desc) include (path, test) where state <> 'solved';
create index fault_state_4 on fault (split_part(path, '.', 4), state, first_at desc, id desc) include (path, test) where state <> 'solved';
/* how often a fault came back is counted for each row of a page */
create index fault_place on fault (point, type_id, id) include (path, test, project_id, customer_id);
/* put off: a few of those that are open */
create index fault_snoozed on fault (first_at desc, id desc) include (path) where snoozed_until is not null and state <> 'solved';
`

const reports = `
/* What a device signalled, unknown codes as well, without what it measures all the time: signals of a fault, tests after a repair, a restore after an alarm. */
drop index report_restores;
create index report_signals on report (device_id, received_at) where device_id is not null and (type is null or type not in ('telemetry', 'heartbeat'));
`

const orders = `
/* Open orders of all kinds by due time, as every console shows and counts them. */
drop index work_order_open;
create index work_order_open on work_order (due_at, id desc) include (kind, finished_at)
  where status not in ('complete', 'cancelled') and deleted_at is null;
create index work_order_open_2 on work_order (split_part(path, '.', 2), due_at, id desc) include (path, kind, finished_at)
  where status not in ('complete', 'cancelled') and deleted_at is null;
create index work_order_open_3 on work_order (split_part(path, '.', 3), due_at, id desc) include (path, kind, finished_at)
  where status not in ('complete', 'cancelled') and deleted_at is null;
create index work_order_open_4 on work_order (split_part(path, '.', 4), due_at, id desc) include (path, kind, finished_at)
  where status not in ('complete', 'cancelled') and deleted_at is null;
/* Parts of words (decision 19): trigrams find no two letters, and a list of two million read them all. */
drop index work_order_text;
create index work_order_parts on work_order using gin (word_parts(code), word_parts(description));
alter index work_order_parts alter column 1 set statistics 500;
alter index work_order_parts alter column 2 set statistics 500;
/* an engineer's orders, without a look at the table */
drop index order_engineer_account;
create index order_engineer_account on order_engineer (account_id, order_id);
/* the repairs of an alarm */
create index work_order_alarm on work_order (alarm_id) where alarm_id is not null;
`
