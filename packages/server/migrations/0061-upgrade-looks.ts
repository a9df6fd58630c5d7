import { sql, type Kysely } from 'kysely'

/** Looks at upgrade tasks of any size cost the same; signals that cannot be applied are kept; one full firmware of a version. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql.raw(statements).execute(db)
}

const statements = `
drop index upgrade_device_waiting;
/* Whose turn it is. */
create index upgrade_device_ready on upgrade_device (task_id, wave, (coalesce(not_before, '-infinity'::timestamptz)), id)
  where state = 'waiting' and (hold is null or not_before is null);
/* Who is looked at again, once a minute. */
create index upgrade_device_looks on upgrade_device (task_id, id) where state = 'waiting' and hold is not null;
create index upgrade_device_wave on upgrade_device (task_id, wave, state);
/* How many download now. */
create index upgrade_device_busy on upgrade_device (task_id) where state in ('sent', 'downloading');

alter table upgrade_signal add column given_up_at timestamptz(3), add column problem text;

/* A full edition of a version is one, whatever it goes over; a delta is one for each version that it goes over. */
drop index firmware_edition_once;
create unique index firmware_edition_once on firmware_edition (model_id, lower(hardware), edition_order, package,
    (case when package = 'delta' then coalesce(initial_order, -1) else -1 end))
  where deleted_at is null;
`
