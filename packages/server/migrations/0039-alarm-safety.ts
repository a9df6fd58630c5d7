import { sql, type Kysely } from 'kysely'

/** What a review of the ways to an alarm found: counts of a hand-over, silence of what was never heard, and lists at size. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql.raw(counts).execute(db)
  await sql.raw(silence).execute(db)
  await sql.raw(people).execute(db)
  await sql.raw(lists).execute(db)
}

/*
 * A hand-over counts what it moves once, and not row by row (hand-over/move-rows.ts): each update of the same row of company_count goes through all versions
 * that its transaction has made of it before, and 10,000 devices held up their reports for minutes.
 */
const apart = `coalesce(current_setting('emberwatch.counted', true), '') = 'apart'`
const counts = `
${['project', 'device']
  .map(
    (table) => `
drop trigger ${table}_moved on ${table};
create trigger ${table}_moved after update of company_id, deleted_at on ${table} for each row
  when ((old.company_id <> new.company_id or (old.deleted_at is null) <> (new.deleted_at is null)) and not ${apart})
  execute function company_count_changed('${table}s');`,
  )
  .join('\n')}
drop trigger file_stored on file;
create trigger file_stored after insert or delete or update of company_id, size, purpose on file
  for each row when (not ${apart}) execute function company_storage_changed();
`

const silence = `
/* offline and not yet said so: its silence is looked at although it is not online, so that what is never heard raises its fault as well */
alter table device add column awaited boolean not null default false;
alter table gateway add column awaited boolean not null default false;

drop index device_silence, gateway_silence;
create index device_silence on device (silence_due_ms) where (online or awaited) and deleted_at is null;
create index gateway_silence on gateway (silence_due_ms) where (online or awaited) and deleted_at is null;

/* by triggers, because many writers bring devices to a place */
create function silence_awaited() returns trigger language plpgsql as $$
begin
  new.awaited := new.project_id is not null;
  if new.awaited then
    new.silence_due_ms := coalesce((select ms from listening), 0)
      + coalesce((select offline_after_s from device_model where id = new.model_id), 0) * 1000::bigint;
  end if;
  return new;
end $$;
create trigger device_awaited before insert on device for each row
  when (new.project_id is not null and not new.online) execute function silence_awaited();
create trigger device_awaited_again before update of project_id, enabled on device for each row
  when (not new.online and (old.project_id is distinct from new.project_id or (new.enabled and not old.enabled)))
  execute function silence_awaited();
/* a gateway is awaited once it is active: until then it is shown as that, and not as offline */
create trigger gateway_awaited before insert on gateway for each row
  when (new.project_id is not null and new.activated_at is not null and not new.online) execute function silence_awaited();
create trigger gateway_awaited_again before update of project_id, activated_at, enabled on gateway for each row
  when (not new.online and new.activated_at is not null and (old.project_id is distinct from new.project_id or old.activated_at is null
    or (new.enabled and not old.enabled)))
  execute function silence_awaited();

/* what is silent today without a fault */
${(
  [
    ['device', 'd', 'true'],
    ['gateway', 'g', 'activated_at is not null'],
  ] as const
)
  .map(
    ([table, point, active]) => `
update ${table} set awaited = true,
  silence_due_ms = (select ms from listening) + (select offline_after_s from device_model where id = ${table}.model_id) * 1000::bigint
where not online and project_id is not null and deleted_at is null and ${active}
  and exists (select from listening)
  and not exists (select from fault where fault.point = '${point}' || ${table}.id and fault.source_code = 'offline' and fault.state <> 'solved');`,
  )
  .join('\n')}
`

const people = `
/* who wrote a rule as it is, and who applied for a project: the account, and whoever had signed in as it. Neither decides about it. */
alter table linked_rule add column edited_by bigint, add column edited_for bigint;
update linked_rule set edited_by = updated_by;
alter table project add column applied_for bigint;
`

const lists = `
/* expired projects whose due time lies ahead: their clock was wrong */
create index project_expired on project (due_at) where status = 'overmaintenance' and deleted_at is null;
/* counted without looking at the devices themselves */
drop index device_model_newest, device_customer;
create index device_model_newest on device (model_id, id) include (deleted_at);
create index device_customer on device (customer_id, id) include (deleted_at) where customer_id is not null;
/* parts of words, with the branch (migration 0009) */
create index sign_site_parts on sign_site using gin (word_parts(name), word_parts(address), word_parts(tag_code), split_part(path, '.', 2),
  split_part(path, '.', 3), split_part(path, '.', 4));
alter index sign_site_parts alter column 1 set statistics 500;
alter index sign_site_parts alter column 2 set statistics 500;
alter index sign_site_parts alter column 3 set statistics 500;
`
