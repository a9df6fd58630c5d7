import { sql, type Kysely } from 'kysely'

/**
 * What 0007 left slow where there is much: a long keyword is looked up by threes of letters, of which few names have all, and the index of the parts
 * knows the branch and the kind of a row as well, so that neither a small branch nor a frequent keyword is looked at row by row.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql.raw(parts).execute(db)
  await sql.raw(lists).execute(db)
  await sql.raw(branches).execute(db)
}

const indexes: Record<string, { words: readonly string[]; kind?: string }> = {
  company: { words: ['name', 'org_code', 'contacter'], kind: 'type' },
  account: { words: ['account', 'name'], kind: 'type' },
  customer: { words: ['name'] },
  device: { words: ['name', 'code', 'room_number'] },
  project: { words: ['name', 'code'] },
}

const parts = `
/* text and numbers beside arrays in one index */
create extension if not exists btree_gin;

${Object.keys(indexes)
  .map((table) => `drop index ${table}_parts;`)
  .join('\n')}

/* "Abc": a, b, c, ab, bc, abc. The cost as measured beside strpos. */
create or replace function word_parts(word text) returns text[] language plpgsql immutable strict parallel safe cost 100 as $$
declare
  letters text[] := string_to_array(lower(word), null);
  parts text[] := letters;
begin
  for i in 2 .. cardinality(letters) loop
    parts := parts || (letters[i - 1] || letters[i]);
    if i > 2 then
      parts := parts || (letters[i - 2] || letters[i - 1] || letters[i]);
    end if;
  end loop;
  return parts;
end $$;

${Object.entries(indexes)
  .map(([table, { words, kind }]) => {
    const columns = [...words.map((word) => `word_parts(${word})`), ...(kind ? [kind] : [])]
    const branch = [2, 3, 4].map((depth) => `split_part(path, '.', ${depth})`)
    return [
      `create index ${table}_parts on ${table} using gin (${[...columns, ...branch].join(', ')});`,
      // So that a part that few names have is known to be rare.
      ...words.map((_, i) => `alter index ${table}_parts alter column ${i + 1} set statistics 500;`),
    ].join('\n')
  })
  .join('\n')}
`

/** What keywords are looked for in is in the index that a list's first page comes from: ten rows are then looked through in the time of one. */
const listed: Record<string, { order: string; include: string }> = {
  company: { order: 'type, created_at desc, id desc', include: 'path, enabled, name, org_code' },
  account: { order: 'type, created_at desc, id desc', include: 'path, enabled, account, name' },
  customer: { order: 'created_at desc, id desc', include: 'path, type, enabled, name, phone' },
}
const lists = Object.entries(listed)
  .flatMap(([table, { order, include }]) =>
    ['', ...[2, 3, 4].map((depth) => `split_part(path, '.', ${depth}), `)].map((branch, i) => {
      const name = i === 0 ? `${table}_newest` : `${table}_newest_${i + 1}`
      return `drop index ${name};\ncreate index ${name} on ${table} (${branch}${order}) include (${include}) where deleted_at is null;`
    }),
  )
  .join('\n')

const branches = `
/* when somebody of a company signed in last, for each row of the lists of companies */
create index account_last_login on account (company_id, type, last_login_at) where deleted_at is null;

/* a branch's sums are read from one index: its paths, and what each company itself has, being one company among it */
alter table company_count add column path text, add column companies integer not null default 0;
insert into company_count (company_id, path, companies)
select id, path, (deleted_at is null)::int from company
on conflict (company_id) do update set path = excluded.path, companies = excluded.companies;
alter table company_count alter column path set not null;
create index company_count_branch on company_count (path text_pattern_ops) include (companies, accounts, projects, devices);
drop index company_branch;

create function company_count_kept() returns trigger language plpgsql as $$
begin
  insert into company_count (company_id, path, companies) values (new.id, new.path, (new.deleted_at is null)::int)
  on conflict (company_id) do update set path = excluded.path, companies = excluded.companies;
  return null;
end $$;
create trigger company_kept after insert or update of path, deleted_at on company for each row execute function company_count_kept();

create or replace function company_count_inserted() returns trigger language plpgsql as $$
begin
  execute format(
    'insert into company_count (company_id, path, %1$I)
     select company_id, min(path), count(*) from added where deleted_at is null group by company_id order by company_id
     on conflict (company_id) do update set %1$I = company_count.%1$I + excluded.%1$I', tg_argv[0])
    ;
  return null;
end $$;

create or replace function company_count_changed() returns trigger language plpgsql as $$
begin
  if tg_op in ('UPDATE', 'DELETE') and old.deleted_at is null then
    execute format('update company_count set %1$I = %1$I - 1 where company_id = $1', tg_argv[0]) using old.company_id;
  end if;
  if tg_op = 'UPDATE' and new.deleted_at is null then
    execute format('update company_count set %1$I = %1$I + 1 where company_id = $1', tg_argv[0]) using new.company_id;
  end if;
  return null;
end $$;
`
