import { sql, type Kysely } from 'kysely'

/**
 * Equipment that reports only when it acts, or never, is neither online nor offline: `device.online` is null. By triggers, because many writers
 * bring devices to a place. A change of the model is left to the sweep (device.batch.ts), which takes a thousand devices at a time and ends
 * their "offline" faults.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table device_model
    add column supervision text not null default 'heartbeat' check (supervision in ('heartbeat', 'onEvent', 'never'))`.execute(db)
  await sql`alter table device_model add constraint device_model_gateway_supervised check (not is_gateway or supervision = 'heartbeat')`.execute(db)
  await sql`alter table device alter column online drop not null`.execute(db)
  await sql.raw(triggers).execute(db)
}

// The name of the first one sorts behind device_awaited and device_awaited_again, so it is run after them.
const triggers = `
create function device_unsupervised() returns trigger language plpgsql as $$
declare
  is_supervised constant boolean := (select supervision = 'heartbeat' from device_model where id = new.model_id);
begin
  if not is_supervised then
    new.online := null;
    new.awaited := false;
  elsif new.online is null then
    new.online := false;
    new.awaited := new.project_id is not null;
    new.silence_due_ms := coalesce((select ms from listening), 0)
      + coalesce((select offline_after_s from device_model where id = new.model_id), 0) * 1000::bigint;
  end if;
  return new;
end $$;
create trigger device_unsupervised before insert or update of online, project_id, enabled on device for each row
  execute function device_unsupervised();

create function device_supervision_due() returns trigger language plpgsql as $$
begin
  if (select supervision = 'heartbeat' from device_model where id = new.model_id) <> (new.online is not null) then
    new.awaited := true;
    new.silence_due_ms := 0;
  end if;
  return new;
end $$;
create trigger device_supervision_due before update of model_id on device for each row
  when (old.model_id <> new.model_id) execute function device_supervision_due();

create function model_supervision_changed() returns trigger language plpgsql as $$
begin
  update device set awaited = true, silence_due_ms = 0
    where id in (select id from device where model_id = new.id and deleted_at is null order by id for no key update);
  return null;
end $$;
create trigger model_supervision_changed after update of supervision on device_model for each row
  when (old.supervision <> new.supervision) execute function model_supervision_changed();
`
