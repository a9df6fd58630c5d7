import { sql, type Kysely } from 'kysely'

/** How an upgrade task stands is counted as its devices move, so that looking at one costs the same however many they are. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql.raw(counts).execute(db)
  await sql.raw(lists).execute(db)
}

const counts = `
/*
 * The devices of a task by wave, state and reason. Kept by triggers of one statement each, because one statement may move 200,000 devices. Whoever moves
 * devices holds their task, so nobody waits for these rows.
 */
create table upgrade_count (
  task_id bigint not null references upgrade_task(id),
  wave integer not null,
  state text not null,
  hold text,
  failure text,
  count integer not null,
  unique nulls not distinct (task_id, wave, state, hold, failure)
) with (fillfactor = 50);

create function upgrade_device_counted() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    insert into upgrade_count (task_id, wave, state, hold, failure, count)
    select task_id, wave, state, hold, failure, count(*) from added group by 1, 2, 3, 4, 5 order by 1, 2, 3, 4, 5
    on conflict (task_id, wave, state, hold, failure) do update set count = upgrade_count.count + excluded.count;
  elsif tg_op = 'DELETE' then
    insert into upgrade_count (task_id, wave, state, hold, failure, count)
    select task_id, wave, state, hold, failure, -count(*) from removed group by 1, 2, 3, 4, 5 order by 1, 2, 3, 4, 5
    on conflict (task_id, wave, state, hold, failure) do update set count = upgrade_count.count + excluded.count;
  else
    insert into upgrade_count (task_id, wave, state, hold, failure, count)
    select task_id, wave, state, hold, failure, sum(step) from (
      select task_id, wave, state, hold, failure, 1 as step from added
      union all select task_id, wave, state, hold, failure, -1 from removed) as moved
     group by 1, 2, 3, 4, 5 having sum(step) <> 0 order by 1, 2, 3, 4, 5
    on conflict (task_id, wave, state, hold, failure) do update set count = upgrade_count.count + excluded.count;
  end if;
  return null;
end $$;
create trigger upgrade_device_added after insert on upgrade_device referencing new table as added
  for each statement execute function upgrade_device_counted();
create trigger upgrade_device_moved after update on upgrade_device referencing old table as removed new table as added
  for each statement execute function upgrade_device_counted();
create trigger upgrade_device_removed after delete on upgrade_device referencing old table as removed
  for each statement execute function upgrade_device_counted();

insert into upgrade_count (task_id, wave, state, hold, failure, count)
select task_id, wave, state, hold, failure, count(*) from upgrade_device group by 1, 2, 3, 4, 5;
`

const lists = `
/* The states of a wave are counted now, and its list is in the order of its ids. */
drop index upgrade_device_wave;
create index upgrade_device_wave on upgrade_device (task_id, wave, id);
create index upgrade_device_code on upgrade_device using gin (task_id, code gin_trgm_ops);
/* Written from these very tables, of which no row is ever removed: looking each one up again took half the time of enabling a large task. */
alter table upgrade_device drop constraint upgrade_device_task_id_fkey, drop constraint upgrade_device_gateway_id_fkey,
  drop constraint upgrade_device_device_id_fkey;
`
