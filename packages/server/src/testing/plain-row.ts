import { randomBytes } from 'node:crypto'
import { sql, type Kysely } from 'kysely'
import type { TableName, Tables } from '../tables/index.ts'

interface DemandedColumn {
  readonly table: string
  readonly name: string
  readonly type: string
}

/** All databases of a run are copies of one another, and to ask for each row took longer than to add it. */
let demanded: Promise<Map<string, DemandedColumn[]>> | undefined
const askDemanded = async (db: Kysely<Tables>): Promise<Map<string, DemandedColumn[]>> => {
  const { rows } = await sql<DemandedColumn>`
    select table_name as table, column_name as name, data_type as type from information_schema.columns
    where table_schema = 'public' and is_nullable = 'NO'
      and column_default is null and is_identity = 'NO' and is_generated = 'NEVER'`.execute(db)
  return Map.groupBy(rows, ({ table }) => table)
}

/** A value of a type of PostgreSQL. A type that is not here fails with the column's name: the row needs its line in rows.ts. */
const values: Readonly<Record<string, (mark: string) => unknown>> = {
  text: (mark) => mark,
  boolean: () => false,
  smallint: () => 1,
  integer: () => 1,
  bigint: () => 1,
  'timestamp with time zone': () => new Date(),
  date: () => '2026-01-01',
  jsonb: () => '{}',
  ARRAY: () => [],
}

/**
 * Adds a row of `owner` with nothing but what its columns demand; `<table>_id` points at the row of that table in `known`.
 * @throws Error of the database, if the table has rules that such a row breaks
 */
export const addPlainRow = async (
  db: Kysely<Tables>,
  table: TableName,
  owner: { readonly id: number; readonly path: string },
  known: Readonly<Partial<Record<string, number | string>>>,
): Promise<number> => {
  const columns = (await (demanded ??= askDemanded(db))).get(table) ?? []
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
