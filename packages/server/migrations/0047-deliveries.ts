import { sql, type Kysely } from 'kysely'
import { ensurePartitions } from '../src/platform/database/partitions.ts'

/** Everything that is sent to people outside, from the moment at which it is due until it is answered. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql.raw(records).execute(db)
  await ensurePartitions(db, new Date(), ['message_record'])
}

const records = `
/* Nothing was ever written to it. */
drop table message_record;
create sequence message_record_id;
create table message_record (
  id bigint not null default nextval('message_record_id'),
  created_at timestamptz(3) not null default now(),
  company_id bigint not null references company(id),
  path text not null,
  customer_id bigint,
  project_id bigint,
  alarm_id bigint,
  fault_id bigint,
  /* the run of a notification rule, or the message task, that it belongs to */
  run_id bigint,
  task_id bigint,
  cause text not null,
  event text,
  /* fires are never folded into others */
  fire boolean not null default false,
  /* 0 alarms, 1 everything else that happened, 2 what people write */
  priority smallint not null default 1,
  /* the same for each attempt: a provider that knows it sends only once */
  key uuid not null default gen_random_uuid(),
  channel text not null,
  /* the account, or the person of a call list or device list, that is told */
  account_id bigint,
  receiver text not null,
  phone text not null default '',
  email text,
  language text not null default 'zh',
  title text not null default '',
  content text not null default '',
  /* for providers with approved templates */
  template_id bigint,
  params jsonb not null default '{}',
  provider_id bigint,
  provider_name text,
  /* the provider's id of what it sent, by which its receipts name it */
  provider_ref text,
  state text not null default 'queued',
  attempts integer not null default 0,
  failure text,
  /* of a queued row: when it is tried next */
  due_at timestamptz(3),
  /* of a row that is being sent: until when whoever sends it is believed to be alive */
  claimed_until timestamptz(3),
  /* not answered by then: it counts as not answered */
  answer_by timestamptz(3),
  /* the record in whose message it was told as well */
  folded_into bigint,
  segments integer,
  cost double precision,
  currency text,
  state_at timestamptz(3) not null default now(),
  sent_at timestamptz(3),
  delivered_at timestamptz(3),
  answered_at timestamptz(3),
  primary key (id, created_at)
) partition by range (created_at);
create index message_record_alarm on message_record (alarm_id, id desc) where alarm_id is not null;
create index message_record_project on message_record (project_id, created_at desc);
create index message_record_path on message_record (path text_pattern_ops, created_at desc);
create index message_record_run on message_record (run_id) where run_id is not null;
create index message_record_task on message_record (task_id, id) where task_id is not null;
create index message_record_due on message_record (priority, due_at) where state = 'queued';
create index message_record_claimed on message_record (claimed_until) where state = 'sending';
create index message_record_answer on message_record (answer_by) where answer_by is not null;
create index message_record_ref on message_record (provider_id, provider_ref) where provider_ref is not null;
`
