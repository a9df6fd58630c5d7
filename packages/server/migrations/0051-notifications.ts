import { sql, type Kysely } from 'kysely'

/** What notification rules are run for, and how far each has come. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql.raw(statements).execute(db)
}

const statements = `
/*
 * The outbox: written in the transaction of the alarm, breach or fault. No references and no checks: nothing that is wrong with a row may keep an alarm from
 * being stored.
 */
create table notification_cause (
  id bigint generated always as identity primary key,
  kind text,
  /* the alarm or fault; of an alarm and its breaches also the time that its row is found by */
  object_id bigint,
  first_at timestamptz(3),
  /* when it happened: raised, raised again, exceeded. Each is told once */
  round_at timestamptz(3),
  /* of a breach: which of the two clocks */
  clock text,
  company_id bigint,
  path text,
  customer_id bigint,
  project_id bigint,
  device_id bigint,
  type_id bigint,
  level text,
  stored_at timestamptz(3) not null default now(),
  /* counted by the engine when it fails */
  tries integer not null default 0,
  next_at timestamptz(3) not null default 'epoch',
  failure text
);
create index notification_cause_next on notification_cause (next_at, id);

/* A rule that is being run for one or several events of a project. */
create table notification_run (
  id bigint generated always as identity primary key,
  company_id bigint not null,
  path text not null,
  customer_id bigint,
  project_id bigint,
  device_id bigint,
  /* of the first of its events */
  alarm_id bigint,
  fault_id bigint,
  event text not null,
  fire boolean not null default false,
  rule_id bigint not null,
  rule_name text not null,
  /* what the rule said when the run began: an edit does not change the steps of a run in the middle */
  rule jsonb not null,
  started_at timestamptz(3) not null,
  /* further events of the project until then wait for the next run */
  merges_until timestamptz(3),
  state text not null default 'running',
  /* how far it has come, see decide.ts */
  progress jsonb not null,
  due_at timestamptz(3),
  next_step_at timestamptz(3),
  stop_reason text,
  stopped_by text,
  stopped_at timestamptz(3),
  tries integer not null default 0,
  failure text
);
create index notification_run_due on notification_run (due_at) where state = 'running';
create index notification_run_merge on notification_run (rule_id, project_id, event, merges_until) where merges_until is not null;
create index notification_run_alarm on notification_run (alarm_id) where alarm_id is not null;
create index notification_run_fault on notification_run (fault_id) where fault_id is not null;
create index notification_run_path on notification_run (path text_pattern_ops, id desc);
create index notification_run_project on notification_run (project_id) where state = 'running';

/* The events that a run is about. Unique: an event starts each rule once, whatever dies in between. */
create table notification_run_cause (
  run_id bigint not null references notification_run(id),
  rule_id bigint not null,
  kind text not null,
  object_id bigint not null,
  first_at timestamptz(3) not null,
  round_at timestamptz(3) not null,
  clock text,
  type_id bigint,
  device_id bigint,
  level text,
  primary key (kind, object_id, round_at, rule_id)
);
create index notification_run_cause_run on notification_run_cause (run_id);

/* What each step did. Unique: a step is done once. */
create table notification_step (
  run_id bigint not null references notification_run(id),
  step integer not null,
  round integer not null,
  due_at timestamptz(3) not null,
  at timestamptz(3) not null,
  told jsonb not null default '[]',
  left_out jsonb not null default '[]',
  primary key (run_id, step, round)
);

/*
 * Runs to look at now: what ends an alarm or a fault, somebody who takes a site, and what became of a message or call, whoever writes it. A table of its own,
 * because the engine holds the rows of its runs while it works, and nobody who closes an alarm waits for it. The ingest raises alarms and never gets here.
 */
create table notification_nudge (run_id bigint not null);
create function nudge_notifications() returns trigger language plpgsql as $$
begin
  if tg_argv[0] = 'record' then
    insert into notification_nudge values (new.run_id);
  elsif tg_argv[0] = 'site' then
    insert into notification_nudge select id from notification_run where project_id = new.project_id and state = 'running';
  else
    insert into notification_nudge select distinct c.run_id from notification_run_cause c
      where c.object_id = new.id and c.kind = any (case tg_argv[0] when 'fault' then '{fault}'::text[] else '{alarm,breach}' end);
  end if;
  perform pg_notify('emberwatch_notify', '');
  return null;
end $$;
create trigger alarm_nudges after update of state on alarm
  for each row when (new.state <> 'unconfirmed' and old.state is distinct from new.state) execute function nudge_notifications('alarm');
create trigger fault_nudges after update of state on fault
  for each row when (new.state = 'solved' and old.state is distinct from new.state) execute function nudge_notifications('fault');
create trigger desk_hold_nudges after insert or update of account_id on desk_hold
  for each row execute function nudge_notifications('site');
create trigger message_record_nudges after update of state on message_record
  for each row when (new.run_id is not null and old.state is distinct from new.state
    and new.state in ('answered', 'busy', 'noAnswer', 'refused', 'failed', 'sent')) execute function nudge_notifications('record');
`
