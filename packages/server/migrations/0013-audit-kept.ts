import { sql, type Kysely } from 'kysely'
import { guardPartitions } from '../src/platform/database/partitions.ts'

/** Audit rows stay as they were written, every company has a chain, and a call says which company made it. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql.raw(audit).execute(db)
  await guardPartitions(db)
  await sql.raw(calls).execute(db)
}

const audit = `
create function refuse_change() returns trigger language plpgsql as $$
begin
  raise exception 'the rows of % are kept: % is refused', tg_table_name, tg_op using errcode = 'insufficient_privilege';
end $$;

/* partitions get row triggers by themselves, those on truncate from guardPartitions */
create trigger audit_log_rows_kept before update or delete on audit_log for each row execute function refuse_change();
create trigger audit_log_kept before truncate on audit_log for each statement execute function refuse_change();
create trigger audit_chain_rows_kept before delete on audit_chain for each row execute function refuse_change();
create trigger audit_chain_kept before truncate on audit_chain for each statement execute function refuse_change();

/* the chain of a company begins with it, so that one that is missing was removed; genesis as in platform/audit.ts */
create function audit_chain_started() returns trigger language plpgsql as $$
begin
  insert into audit_chain (company_id, sequence, hash)
  select id, 0, decode(repeat('00', 32), 'hex') from added order by id
  on conflict do nothing;
  return null;
end $$;
create trigger company_audit_chain after insert on company referencing new table as added
  for each statement execute function audit_chain_started();
insert into audit_chain (company_id, sequence, hash)
select id, 0, decode(repeat('00', 32), 'hex') from company
on conflict do nothing;
`

const calls = `
/* as known at the call */
alter table api_log add column company_id bigint, add column company_name text;
create index api_log_company on api_log (company_id, at desc, id desc) where company_id is not null;
`
