import { sql, type Kysely } from 'kysely'

/** Upgrade tasks, their devices, and what gateways say about upgrades. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql.raw(statements).execute(db)
}

const statements = `
create table upgrade_task (
  id bigint generated always as identity primary key,
  version integer not null default 1,
  company_id bigint not null references company(id),
  path text not null,
  name text not null,
  edition_id bigint not null,
  state text not null default 'disabled',
  approval text not null default 'none',
  requested_by bigint, requested_for bigint, requested_at timestamptz(3),
  decided_by bigint, decided_at timestamptz(3), decision_note text,
  target_type text not null,
  /* company ids, project ids, device and gateway ids or a filter, as its type says */
  target jsonb not null,
  /* only devices on this version */
  initial_version text,
  allow_downgrade boolean not null default false,
  method text not null default 'silent',
  starts_at timestamptz(3),
  /* minutes of the day at the site; null: at any time */
  window_from integer, window_to integer,
  /* cumulative shares of the devices in percent, the last is 100 */
  waves jsonb not null default '[100]',
  wave integer not null default 0,
  wave_started_at timestamptz(3),
  /* of the wave that runs: how many devices it has, and how they fared since it began or was resumed */
  wave_size integer not null default 0, wave_succeeded integer not null default 0, wave_failed integer not null default 0,
  success_share integer not null default 95,
  failure_share integer not null default 5,
  retries integer not null default 2,
  retry_after_s integer not null default 300,
  min_battery integer,
  min_signal integer,
  stopped_by text, stopped_at timestamptz(3),
  remark text not null default '',
  frozen_at timestamptz(3), started_at timestamptz(3), ended_at timestamptz(3),
  /* when a device of the task last said anything about it: set with its signals, like the same column of the device */
  heard_at timestamptz(3),
  n_total integer not null default 0,
  n_waiting integer not null default 0, n_sent integer not null default 0, n_downloading integer not null default 0,
  n_verifying integer not null default 0, n_installing integer not null default 0, n_succeeded integer not null default 0,
  n_failed integer not null default 0, n_skipped integer not null default 0,
  deleted_at timestamptz(3),
  created_at timestamptz(3) not null default now(), created_by bigint,
  updated_at timestamptz(3) not null default now(), updated_by bigint
);
create index upgrade_task_path on upgrade_task (path text_pattern_ops, id desc) where deleted_at is null;
create index upgrade_task_open on upgrade_task (id) where state in ('enabled', 'suspended') and deleted_at is null;
create index upgrade_task_edition on upgrade_task (edition_id);

/* One device, or a gateway itself (device_id null), in a task. Owner as it was when the task's targets were frozen. */
create table upgrade_device (
  id bigint generated always as identity primary key,
  task_id bigint not null references upgrade_task(id),
  company_id bigint not null,
  path text not null,
  customer_id bigint,
  project_id bigint,
  gateway_id bigint not null references gateway(id),
  device_id bigint references device(id),
  /* d<device> or g<gateway> */
  point text not null,
  code text not null,
  wave integer not null,
  state text not null default 'waiting',
  initial_version text,
  from_version text,
  /* of the step of the route under way, and where it leads */
  step_edition_id bigint, step_version text, to_version text not null,
  percent integer,
  attempts integer not null default 0,
  /* attempts of this step */
  tries integer not null default 0,
  hold text,
  failure text,
  error text,
  /* names the step on the wire; the same when it is offered again */
  offer uuid,
  token_hash bytea,
  bytes_out bigint not null default 0,
  battery integer, signal integer,
  claimed_at timestamptz(3),
  not_before timestamptz(3),
  due_at timestamptz(3),
  /* when its gateway was sent the offer; null: it waits to be sent */
  published_at timestamptz(3),
  offered_at timestamptz(3), started_at timestamptz(3), ended_at timestamptz(3),
  heard_at timestamptz(3),
  unique (task_id, point)
);
create index upgrade_device_page on upgrade_device (task_id, id);
create index upgrade_device_state on upgrade_device (task_id, state, id);
create index upgrade_device_waiting on upgrade_device (task_id, wave, not_before nulls first, id) where state = 'waiting';
create index upgrade_device_due on upgrade_device (task_id, due_at) where state in ('sent', 'downloading', 'verifying', 'installing');
create unique index upgrade_device_under_way on upgrade_device (point) where state in ('sent', 'downloading', 'verifying', 'installing');
create unique index upgrade_device_offer on upgrade_device (offer) where offer is not null;
create unique index upgrade_device_token on upgrade_device (token_hash) where token_hash is not null;
create index upgrade_device_unpublished on upgrade_device (id) where state = 'sent' and published_at is null;
create index upgrade_device_held on upgrade_device (task_id, hold) where hold is not null;
create index upgrade_device_failure on upgrade_device (task_id, failure) where failure is not null;
create index upgrade_device_point on upgrade_device (point, id desc);
create index upgrade_device_gateway on upgrade_device (gateway_id) where state in ('waiting', 'sent', 'downloading', 'verifying', 'installing');

/*
 * What gateways say: written with their messages, before they are acknowledged, and read by whoever runs the upgrades. No references and no checks: nothing
 * that is wrong with a row may hold up an alarm that arrives beside it.
 */
create table upgrade_signal (
  id bigint generated always as identity primary key,
  at timestamptz(3) not null,
  gateway_id bigint not null,
  /* null: the gateway itself */
  device_code text,
  kind text not null,
  offer text,
  state text, percent integer, error text,
  firmware text, hardware text, battery integer, signal integer,
  tries integer not null default 0
);
`
