import { sql, type Kysely } from 'kysely'

/** Lists of companies and accounts at size, what each company counts, and the notices of its expiry. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql.raw(lists).execute(db)
  await sql.raw(counts).execute(db)
  await sql.raw(notices).execute(db)
}

const lists = `
/* the scope's column before the order of the list, as for alarms (0002) */
create index company_newest on company (type, created_at desc, id desc) include (path, enabled) where deleted_at is null;
create index company_newest_2 on company (split_part(path, '.', 2), type, created_at desc, id desc) include (path, enabled) where deleted_at is null;
create index company_newest_3 on company (split_part(path, '.', 3), type, created_at desc, id desc) include (path, enabled) where deleted_at is null;
create index company_newest_4 on company (split_part(path, '.', 4), type, created_at desc, id desc) include (path, enabled) where deleted_at is null;
create index company_parent on company (parent_id) where deleted_at is null;
create index company_expires on company (expires_at) where expires_at is not null and deleted_at is null;
drop index company_name;
create index company_text on company using gin (name gin_trgm_ops, org_code gin_trgm_ops, contacter gin_trgm_ops);

create index account_newest on account (type, created_at desc, id desc) include (path, enabled) where deleted_at is null;
create index account_newest_2 on account (split_part(path, '.', 2), type, created_at desc, id desc) include (path, enabled) where deleted_at is null;
create index account_newest_3 on account (split_part(path, '.', 3), type, created_at desc, id desc) include (path, enabled) where deleted_at is null;
create index account_newest_4 on account (split_part(path, '.', 4), type, created_at desc, id desc) include (path, enabled) where deleted_at is null;
create index account_company on account (company_id, type, created_at desc, id desc) where deleted_at is null;
create index account_customer on account (customer_id) where customer_id is not null and deleted_at is null;
/* few are disabled or have never signed in, or nearly all; either way an index finds the page */
create index account_disabled on account (type, created_at desc, id desc) include (path) where not enabled and deleted_at is null;
create index account_by_name on account (type, account, id) include (path) where deleted_at is null;
create index account_by_name_2 on account (split_part(path, '.', 2), type, account, id) include (path) where deleted_at is null;
create index account_by_name_3 on account (split_part(path, '.', 3), type, account, id) include (path) where deleted_at is null;
create index account_by_login on account (type, last_login_at, id) include (path) where deleted_at is null;
create index account_by_login_2 on account (split_part(path, '.', 2), type, last_login_at, id) include (path) where deleted_at is null;
create index account_by_login_3 on account (split_part(path, '.', 3), type, last_login_at, id) include (path) where deleted_at is null;
drop index account_name;
create index account_text on account using gin (account gin_trgm_ops, name gin_trgm_ops);

/* partial indexes say nothing about how often their expressions hold; without this PostgreSQL takes every branch for half a percent of the rows */
${['company', 'account', 'customer', 'work_order']
  .map(
    (table) =>
      `create statistics ${table}_branch on (split_part(path, '.', 2)), (split_part(path, '.', 3)), (split_part(path, '.', 4)) from ${table};`,
  )
  .join('\n')}

create index login_log_account on login_log (account_id, at desc) where account_id is not null;
`

const counts = `
/*
 * How many of each a company itself has; those of its branch are the sum over the companies in it. Kept by triggers, because rows come from many
 * writers, and counted nowhere else: quotas and the lists of companies read it.
 */
create table company_count (
  company_id bigint primary key references company(id),
  accounts integer not null default 0,
  projects integer not null default 0,
  devices integer not null default 0
);

create function company_count_inserted() returns trigger language plpgsql as $$
begin
  execute format(
    'insert into company_count (company_id, %1$I)
     select company_id, count(*) from added where deleted_at is null group by company_id order by company_id
     on conflict (company_id) do update set %1$I = company_count.%1$I + excluded.%1$I', tg_argv[0])
    ;
  return null;
end $$;

create function company_count_changed() returns trigger language plpgsql as $$
begin
  if tg_op in ('UPDATE', 'DELETE') and old.deleted_at is null then
    execute format('update company_count set %1$I = %1$I - 1 where company_id = $1', tg_argv[0]) using old.company_id;
  end if;
  if tg_op = 'UPDATE' and new.deleted_at is null then
    execute format(
      'insert into company_count (company_id, %1$I) values ($1, 1)
       on conflict (company_id) do update set %1$I = company_count.%1$I + 1', tg_argv[0]) using new.company_id;
  end if;
  return null;
end $$;
${['account', 'project', 'device']
  .map(
    (table) => `
create trigger ${table}_counted after insert on ${table} referencing new table as added
  for each statement execute function company_count_inserted('${table}s');
create trigger ${table}_moved after update of company_id, deleted_at on ${table} for each row
  when (old.company_id <> new.company_id or (old.deleted_at is null) <> (new.deleted_at is null))
  execute function company_count_changed('${table}s');
create trigger ${table}_gone after delete on ${table} for each row execute function company_count_changed('${table}s');

insert into company_count (company_id, ${table}s)
select company_id, count(*) from ${table} where deleted_at is null group by company_id
on conflict (company_id) do update set ${table}s = excluded.${table}s;`,
  )
  .join('\n')}
`

const notices = `
/* which notices of an expiry were sent: each once, and anew when the date changes */
create table company_notice (
  company_id bigint not null references company(id),
  expires_at timestamptz(3) not null,
  days integer not null,
  sent_at timestamptz(3) not null,
  primary key (company_id, expires_at, days)
);
`
