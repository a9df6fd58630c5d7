import { sql, type Kysely } from 'kysely'

/** Who signed in as whom, one's own sessions by number, and registered accounts that wait to be enabled, which no quota counts. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql.raw(issuers).execute(db)
  await sql.raw(pending).execute(db)
}

const issuers = `
alter table session
  add column id bigint generated always as identity unique,
  add column issued_by bigint references account(id);
create index session_issued_by on session (issued_by) where issued_by is not null;

/* the rows of before keep their hash: it covers these where they say something (platform/audit.ts) */
alter table audit_log add column issuer_id bigint, add column issuer_name text;
create index audit_log_issuer on audit_log using gin (issuer_name gin_trgm_ops) where issuer_name is not null;

/* a job acts as the session that ordered it */
alter table export_job add column issued_by bigint references account(id);
alter table import_job add column issued_by bigint references account(id);
`

const pending = `
alter table account add column pending boolean not null default false;
create index account_pending on account (company_id) where pending and deleted_at is null;

/* as in 0009, with which rows count as an argument: of accounts, those that are not pending */
create or replace function company_count_inserted() returns trigger language plpgsql as $$
begin
  execute format(
    'insert into company_count (company_id, path, %1$I)
     select company_id, min(path), count(*) from added as counted where %2$s group by company_id order by company_id
     on conflict (company_id) do update set %1$I = company_count.%1$I + excluded.%1$I',
    tg_argv[0], coalesce(tg_argv[1], 'deleted_at is null'));
  return null;
end $$;

create or replace function company_count_changed() returns trigger language plpgsql as $$
declare
  condition text := format('select %s from (select ($1).*) as counted', coalesce(tg_argv[1], 'deleted_at is null'));
  counted boolean;
begin
  execute condition into counted using old;
  if counted then
    execute format('update company_count set %1$I = %1$I - 1 where company_id = $1', tg_argv[0]) using old.company_id;
  end if;
  if tg_op = 'UPDATE' then
    execute condition into counted using new;
    if counted then
      execute format('update company_count set %1$I = %1$I + 1 where company_id = $1', tg_argv[0]) using new.company_id;
    end if;
  end if;
  return null;
end $$;

drop trigger account_counted on account;
drop trigger account_moved on account;
drop trigger account_gone on account;
create trigger account_counted after insert on account referencing new table as added
  for each statement execute function company_count_inserted('accounts', 'deleted_at is null and not pending');
create trigger account_moved after update of company_id, deleted_at, pending on account for each row
  when (old.company_id <> new.company_id or (old.deleted_at is null and not old.pending) <> (new.deleted_at is null and not new.pending))
  execute function company_count_changed('accounts', 'deleted_at is null and not pending');
create trigger account_gone after delete on account for each row
  execute function company_count_changed('accounts', 'deleted_at is null and not pending');

/* registered, and enabled by nobody since */
update account set pending = true
where type = 'user' and not enabled and created_by is null and updated_by is null and last_login_at is null and deleted_at is null;
`
