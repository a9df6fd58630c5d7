import type pg from 'pg'

/** Adds a row with only the required columns to every empty table. For old schemas, which no type of this program describes. */

interface Column {
  readonly table: string
  readonly name: string
  readonly type: string
  readonly demanded: boolean
  /** The table that it references. */
  readonly target: string | null
  readonly targetColumn: string | null
  /** The values that a check constraint allows. */
  readonly allowed: readonly string[] | null
}

const values: Readonly<Record<string, (mark: number) => unknown>> = {
  text: (mark) => `row ${mark}`,
  boolean: () => false,
  smallint: () => 1,
  integer: () => 1,
  bigint: () => 1,
  'double precision': () => 1,
  numeric: () => 1,
  'timestamp with time zone': () => '2026-01-01T08:00:00.000Z',
  date: () => '2026-01-01',
  jsonb: () => '{}',
  bytea: () => Buffer.alloc(32),
  inet: () => '127.0.0.1',
  uuid: () => '00000000-0000-4000-8000-000000000001',
  ARRAY: () => [],
}

const tablesOf = async (client: pg.Client): Promise<string[]> => {
  const { rows } = await client.query<{ name: string }>(
    `select relname as name from pg_class where relkind in ('r', 'p') and not relispartition and relnamespace = 'public'::regnamespace order by 1`,
  )
  return rows.map(({ name }) => name)
}

export const rowCounts = async (client: pg.Client): Promise<Record<string, number>> => {
  const counts: Record<string, number> = {}
  for (const table of await tablesOf(client)) {
    const { rows } = await client.query<{ n: string }>(`select count(*) as n from "${table}"`)
    counts[table] = Number(rows[0]?.n)
  }
  return counts
}

const columnsOf = async (client: pg.Client): Promise<Column[]> => {
  const { rows } = await client.query<Column>(`
    select c.table_name as "table", c.column_name as name, c.data_type as type,
      c.is_nullable = 'NO' and c.column_default is null and c.is_identity = 'NO' and c.is_generated = 'NEVER' as demanded,
      f.target, f.target_column as "targetColumn",
      (select array_agg(m[1]) from pg_constraint k, regexp_matches(pg_get_constraintdef(k.oid), '''([^'']+)''::text', 'g') m
        where k.contype = 'c' and k.conrelid = ('"' || c.table_name || '"')::regclass and array_length(k.conkey, 1) = 1
          and k.conkey[1] = (select attnum from pg_attribute where attrelid = k.conrelid and attname = c.column_name)) as allowed
    from information_schema.columns c
    left join lateral (
      select k.confrelid::regclass::text as target, ta.attname as target_column from pg_constraint k
        join pg_attribute a on a.attrelid = k.conrelid and a.attnum = k.conkey[1] and a.attname = c.column_name
        join pg_attribute ta on ta.attrelid = k.confrelid and ta.attnum = k.confkey[1]
       where k.contype = 'f' and k.conrelid = ('"' || c.table_name || '"')::regclass limit 1) f on true
    where c.table_schema = 'public'`)
  return rows
}

/** @throws Error naming the tables for which no row can be made from their columns */
export const fillEmptyTables = async (client: pg.Client): Promise<void> => {
  const columns = Map.groupBy(await columnsOf(client), ({ table }) => table)
  const companies = await client.query<{ id: string; path: string }>('select id, path from company order by id limit 1')
  const [company] = companies.rows
  let mark = 1
  const valueOf = async ({ name, type, target, targetColumn, allowed, table }: Column): Promise<unknown> => {
    if (target !== null && targetColumn !== null && target !== table) {
      const { rows } = await client.query(`select "${targetColumn}" as value from ${target} limit 1`)
      return rows[0]?.value
    }
    if (name === 'path') return company?.path
    if (name === 'company_id') return company?.id
    return allowed?.[0] ?? values[type]?.(mark++)
  }
  let failures: string[] = []
  for (let before = -1; failures.length !== before;) {
    before = failures.length
    failures = []
    const counts = await rowCounts(client)
    for (const [table, all] of columns) {
      if (counts[table] !== 0) continue
      const demanded = all.filter((column) => column.demanded)
      try {
        const given = await Promise.all(demanded.map(valueOf))
        const names = demanded.map(({ name }) => `"${name}"`)
        await client.query(
          names.length === 0
            ? `insert into "${table}" default values`
            : `insert into "${table}" (${names.join(', ')}) values (${names.map((_, index) => `$${index + 1}`).join(', ')})`,
          given,
        )
      } catch (error) {
        failures.push(`${table}: ${error instanceof Error ? error.message : String(error)}`)
      }
    }
    if (failures.length === 0) return
  }
  throw new Error(`no row could be made:\n${failures.join('\n')}`)
}
