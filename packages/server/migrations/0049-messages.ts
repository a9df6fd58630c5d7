import { sql, type Kysely } from 'kysely'

/** What companies tell people: their templates, with every version that was in use, and messages that people write to many. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql.raw(templates).execute(db)
  await sql.raw(tasks).execute(db)
  await sql.raw(records).execute(db)
}

const tracked = `
  version integer not null default 1,
  created_at timestamptz(3) not null default now(),
  created_by bigint references account(id),
  updated_at timestamptz(3) not null default now(),
  updated_by bigint references account(id)`

const templates = `
create table message_template (
  id bigint generated always as identity primary key,
  company_id bigint not null references company(id),
  path text not null,
  code text not null,
  name text not null,
  event text not null,
  channel text not null,
  language text not null,
  /* the newest version; what is in use stands in message_template_version */
  title text not null default '',
  content text not null,
  signature text not null default '',
  provider_code text not null default '',
  template_version integer not null default 1,
  approved_version integer,
  state text not null default 'draft',
  reason text,
  /* who asked for the approval, and who sat there in their place */
  submitted_by bigint references account(id),
  submitted_for bigint references account(id),
  submitted_at timestamptz(3),
  decided_by bigint references account(id),
  decided_at timestamptz(3),
  enabled boolean not null default true,
  deleted_at timestamptz(3),${tracked}
);
create unique index message_template_code on message_template (company_id, lower(code)) where deleted_at is null;
/* Which one is in use must not depend on chance. People choose among notices themselves. */
create unique index message_template_event on message_template (company_id, event, channel, language)
  where deleted_at is null and enabled and event <> 'notice';
create index message_template_path on message_template (path text_pattern_ops, created_at desc);

create table message_template_version (
  id bigint generated always as identity primary key,
  template_id bigint not null references message_template(id),
  number integer not null,
  title text not null,
  content text not null,
  signature text not null,
  provider_code text not null,
  submitted_by bigint references account(id),
  approved_by bigint references account(id),
  approved_at timestamptz(3) not null,
  unique (template_id, number)
);
`

const tasks = `
create table message_task (
  id bigint generated always as identity primary key,
  company_id bigint not null references company(id),
  path text not null,
  title text not null,
  title_en text,
  type text not null,
  push_type text not null,
  content_zh text,
  content_en text,
  template_zh_id bigint references message_template(id),
  template_en_id bigint references message_template(id),
  push_object text not null,
  /* the companies, roles, projects or accounts that it is for */
  object_ids bigint[] not null default '{}',
  schedule_at timestamptz(3),
  state text not null default 'draft',
  /* accounts up to this id have it: where a process that takes it up again goes on */
  expanded_to bigint not null default 0,
  expanded boolean not null default false,
  /* failed records up to retry_until are queued again, those up to retried_to have been */
  retried_to bigint,
  retry_until bigint,
  /* receivers that had no address */
  without_address integer not null default 0,
  reach integer,
  counts jsonb not null default '{}',
  costs jsonb not null default '{}',
  sent_by bigint references account(id),
  started_at timestamptz(3),
  finished_at timestamptz(3),
  failure text,
  deleted_at timestamptz(3),${tracked}
);
create index message_task_path on message_task (path text_pattern_ops, created_at desc);
create index message_task_due on message_task (schedule_at) where state in ('queued', 'sending');

/* What became of messages of tasks since it was last added up: nobody who changes a record waits for the row of its task. */
create table message_task_change (
  id bigint generated always as identity primary key,
  task_id bigint not null,
  was text,
  is_now text,
  cost double precision,
  currency text
);
`

const records = `
alter table message add column task_id bigint;
create index message_record_page on message_record (created_at desc, id desc);
create index message_record_page_2 on message_record (split_part(path, '.', 2), created_at desc, id desc);
create index message_record_page_3 on message_record (split_part(path, '.', 3), created_at desc, id desc);
create index message_record_page_4 on message_record (split_part(path, '.', 4), created_at desc, id desc);
create index message_record_task_waiting on message_record (task_id) where task_id is not null and state in ('queued', 'sending');
create index message_record_failed on message_record (task_id, id) 
  where task_id is not null and state in ('failed', 'busy', 'noAnswer', 'refused');

create function note_message_task_change() returns trigger language plpgsql as $$
begin
  insert into message_task_change (task_id, was, is_now, cost, currency)
  values (new.task_id, old.state, new.state, coalesce(new.cost, 0) - coalesce(old.cost, 0), new.currency);
  return null;
end $$;
create trigger message_record_task_change after update of state, cost on message_record for each row
  when (new.task_id is not null and (old.state is distinct from new.state or old.cost is distinct from new.cost))
  execute function note_message_task_change();

create function note_message_task_read() returns trigger language plpgsql as $$
begin
  insert into message_task_change (task_id, was, is_now) values (new.task_id, 'delivered', 'read');
  return null;
end $$;
create trigger message_task_read after update of read_at on message for each row
  when (new.task_id is not null and old.read_at is null and new.read_at is not null)
  execute function note_message_task_read();
`
