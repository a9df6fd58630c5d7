import { sql, type Kysely } from 'kysely'

/** Signing in in two steps, wrong tries by account and address, domains that wait for approval, and what a company's files take. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const part of [twoSteps, attempts, domains, storage]) await sql.raw(part).execute(db)
}

const twoSteps = `
alter table account
  /* sealed with the key of the data directory (platform/secret-box.ts); pending until a first code proves that it was taken down */
  add column two_step_secret bytea,
  add column two_step_pending bytea,
  add column two_step_since timestamptz(3),
  /* the last time step that a code was accepted for: none is accepted twice (RFC 6238, section 5.2) */
  add column two_step_used bigint not null default 0;
alter table role add column requires_two_step boolean not null default false;

create table recovery_code (
  account_id bigint not null references account(id),
  code_hash bytea not null,
  primary key (account_id, code_hash)
);

/* a sign-in whose password was right and whose code is awaited */
create table login_step (
  ticket_hash bytea primary key,
  account_id bigint not null references account(id),
  account text not null,
  address text not null,
  password_hash text not null,
  failures integer not null default 0,
  expires_at timestamptz(3) not null
);
create index login_step_account on login_step (account_id);

/* what a person is shown as their last sign-in is the one before this session */
alter table session add column previous_login_at timestamptz(3);
`

const attempts = `
/* wrong tries of an account from all addresses: account:<name>@<address> */
create index login_failure_account on login_failure (split_part(subject, '@', 1));

/* where accounts signed in from of late: what is tried from elsewhere never keeps these out */
create table sign_in_address (
  account_id bigint not null references account(id),
  address text not null,
  last_at timestamptz(3) not null,
  primary key (account_id, address)
);
insert into sign_in_address (account_id, address, last_at)
select account_id, regexp_replace(ip, '^::ffff:', ''), max(at) from login_log
where account_id in (select id from account) and result = 'ok' and at > now() - interval '30 days' and ip like '%.%.%.%'
group by 1, 2;
`

const domains = `
/* asked for by a company; the operating company makes it the company's domain */
alter table company add column domain_requested text;
create index company_domain_requested on company (id) where domain_requested is not null and deleted_at is null;
`

const storage = `
/* bytes of uploads; exports and results of imports come and go by themselves */
alter table company_count add column storage bigint not null default 0;

create function company_storage_changed() returns trigger language plpgsql as $$
begin
  if tg_op in ('UPDATE', 'DELETE') and old.purpose <> 'export' then
    update company_count set storage = storage - old.size where company_id = old.company_id;
  end if;
  if tg_op in ('INSERT', 'UPDATE') and new.purpose <> 'export' then
    update company_count set storage = storage + new.size where company_id = new.company_id;
  end if;
  return null;
end $$;
create trigger file_stored after insert or delete or update of company_id, size, purpose on file
  for each row execute function company_storage_changed();

update company_count set storage = stored.bytes
from (select company_id, sum(size) as bytes from file where purpose <> 'export' group by company_id) as stored
where stored.company_id = company_count.company_id;
`
