import { sql, type Kysely } from 'kysely'

/**
 * Keywords of one or two letters, the length of many a Chinese name: an index of three letters, as pg_trgm makes, knows nothing of them. Beside it
 * stands one of the single letters and pairs that a text is made of.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql.raw(shortParts).execute(db)
}

const shortParts = `
create function short_parts(word text) returns text[] language sql immutable strict parallel safe as $$
  select array(
    select distinct substr(lower(word), place, letters)
    from generate_series(1, char_length(word)) place, generate_series(1, 2) letters)
$$;

create index company_short on company using gin (short_parts(name), short_parts(org_code));
create index account_short on account using gin (short_parts(account), short_parts(name));
create index customer_short on customer using gin (short_parts(name));
`
