import { randomBytes } from 'node:crypto'
import { sql, type Kysely } from 'kysely'
import type { TableName, Tables } from '../tables/index.ts'

interface DemandedColumn {
  readonly table: string
  readonly name: string
  readonly type: string
}

/** Cached, because all databases of a run are copies, and querying this per row took longer than inserting the row. */
let demanded: Promise<Map<string, DemandedColumn[]>> | undefined
const askDemanded = async (db: Kysely<Tables>): Promise<Map<string, DemandedColumn[]>> => {
  const { rows } = await sql<DemandedColumn>`
    select table_name as table, column_name as name, data_type as type from information_schema.columns
    where table_schema = 'public' and is_nullable = 'NO'
      and column_default is null and is_identity = 'NO' and is_generated = 'NEVER'`.execute(db)
  return Map.groupBy(rows, ({ table }) => table)
}

/** A value for each PostgreSQL type. A type that is missing fails with the column's name; that row then needs a line in rows.ts. */
const values: Readonly<Record<string, (mark: string) => unknown>> = {
  text: (mark) => mark,
  boolean: () => false,
  smallint: () => 1,
  integer: () => 1,
  bigint: () => 1,
  'timestamp with time zone': () => new Date(),
  date: () => '2026-01-01',
  jsonb: () => '{}',
  bytea: (mark) => Buffer.from(mark),
  ARRAY: () => [],
}

/**
 * Adds a row of `owner` with only its required columns. `<table>_id` refers to the row of that table in `known`.
 * @throws Error of the database, if such a row breaks the table's rules
 */
export const addPlainRow = async (
  db: Kysely<Tables>,
  table: TableName,
  owner: { readonly id: number; readonly path: string },
  known: Readonly<Partial<Record<string, number | string>>>,
): Promise<number> => {
  const columns = (await (demanded ??= askDemanded(db))).get(table)
  if (!columns)
    throw new Error(`${table} has no required columns: does a migration create it? Otherwise add its row in testing/rows.ts`)
  const mark = `plain${randomBytes(4).toString('hex')}`
  const valueOf = ({ name, type }: DemandedColumn): unknown => {
    if (name === 'company_id') return owner.id
    if (name === 'path') return owner.path
    const value = known[name.replace(/_id$/, '')] ?? values[type]?.(mark)
    if (value === undefined) throw new Error(`${table}.${name} is of type ${type}: give it a value in testing/rows.ts`)
    return value
  }
  const row = Object.fromEntries(columns.map((column) => [column.name, valueOf(column)]))
  const { id } = (await db
    .insertInto(table)
    .values(row as never)
    .returning('id' as never)
    .executeTakeFirstOrThrow()) as { id: number }
  return id
}
