import { sql, type Kysely, type RawBuilder, type SelectQueryBuilder } from 'kysely'
import type { Tables } from '../tables/index.ts'
import type { RowCount } from './list.ts'

/** So many rows of a list are looked through one by one, in the index that its first page comes from: most lists have no more. */
const lookLimit = 2_500
/**
 * So many rows are counted and handed over as ids, for which an index is at hand. Of more, walking the list itself finds a page soon, and nobody reads on
 * so far instead of narrowing the search.
 */
const idLimit = 1_000

/** Rows of a list, for `ListPlan`. */
export interface FoundRows<Rows> {
  readonly rows: Rows
  /** How many there are; left out where nobody has counted yet. */
  readonly count?: RowCount
}

/** Tables whose lists show the newest first, by an index in that order. */
type Listed = 'company' | 'account' | 'customer'
type Rows<Table extends Listed> = SelectQueryBuilder<Tables, Table, object>

const fewOf = <Table extends Listed>(rows: Rows<Table>, table: Table, ids: readonly number[]): FoundRows<Rows<Table>> => ({
  rows: rows.where(sql<boolean>`${sql.ref(`${table}.id`)} = any(${ids}::bigint[])`),
  count: { total: ids.length, totalCapped: false },
})
const manyOf = <Table extends Listed>(picked: Rows<Table>): FoundRows<Rows<Table>> => ({
  rows: picked,
  count: { total: idLimit, totalCapped: true },
})

/**
 * Rows that a condition without an index in the order of the list picks out: a few by their ids, of many the first ones on the way. `quickest` are the
 * same rows as they are soonest found.
 */
export const fewOrMany = async <Table extends Listed>(
  rows: Rows<Table>,
  table: Table,
  picked: Rows<Table>,
  quickest: Rows<Table>,
): Promise<FoundRows<Rows<Table>>> => {
  const found = await quickest
    .select(sql.ref<number>(`${table}.id`).as('id'))
    .limit(idLimit + 1)
    .execute()
  const ids = found.map((row) => row.id)
  return ids.length > idLimit ? manyOf(picked) : fewOf(rows, table, ids)
}

/** The list's rows newest first. */
export const newestFirst = <Table extends Listed>(rows: Rows<Table>, table: Table): Rows<Table> =>
  rows.orderBy(sql.ref(`${table}.created_at`), 'desc').orderBy(sql.ref(`${table}.id`), 'desc') as Rows<Table>

/** What a condition on `columns` picks out of the newest rows; `all`: whether there are no others. */
const lookThrough = async <Table extends Listed>(
  systemDb: Kysely<Tables>,
  rows: Rows<Table>,
  table: Table,
  columns: readonly string[],
  condition: RawBuilder<boolean>,
): Promise<{ ids: number[]; all: boolean }> => {
  const newest = newestFirst(rows, table)
    .select(['id', ...columns].map((column) => sql.ref(`${table}.${column}`).as(column)))
    .limit(lookLimit)
  // In the database of the system, because the rows bring their scope along.
  const { rows: answer } = await sql<{ looked: number; ids: number[] }>`
    with looked as materialized (${newest})
    select (select count(*) from looked) as looked,
      to_json(array(select id from looked as ${sql.table(table)} where ${condition} limit ${sql.lit(idLimit + 1)})) as ids`.execute(
    systemDb,
  )
  const { looked = 0, ids = [] } = answer[0] ?? {}
  return { ids, all: looked < lookLimit }
}

/**
 * Threes of letters that cover a keyword, or a shorter one as it is: a word that has it as a part has them among its own parts (`word_parts`, migration
 * 0009).
 */
const partsOf = (keyword: string): RawBuilder<string[]> => {
  // By code points, as PostgreSQL counts.
  const letters = Array.from(keyword)
  const last = Math.max(letters.length - 3, 0)
  const parts = letters.flatMap((_, i) => (i === last || (i % 3 === 0 && i < last) ? [letters.slice(i, i + 3).join('')] : []))
  return sql`array[${sql.join(parts.map((part) => sql`lower(${part})`))}]`
}

const anyOf = (conditions: readonly RawBuilder<boolean>[]): RawBuilder<boolean> => sql`(${sql.join(conditions, sql` or `)})`

/** Whether a column has `keyword` as a part, in whatever case, seen row by row. */
const seenIn = (column: string, keyword: string): RawBuilder<boolean> =>
  // Unlike `like`, `<> 0` counts as nearly always true where PostgreSQL plans: how rare a keyword is, the parts alone should say.
  sql`strpos(lower(${sql.ref(column)}), lower(${keyword})) <> 0`

/** The same in the words that an index knows: more rows, of which `seenIn` picks. */
const indexedIn = (column: string, keyword: string): RawBuilder<boolean> =>
  sql`word_parts(${sql.ref(column)}) @> ${partsOf(keyword)}`

/** Whether one of `columns` has `keyword` as a part, in whatever case. The columns need an index of their `word_parts`. */
export const hasKeyword = (columns: readonly string[], keyword: string): RawBuilder<boolean> =>
  sql<boolean>`(${anyOf(columns.map((column) => indexedIn(column, keyword)))} and ${anyOf(columns.map((column) => seenIn(column, keyword)))})`

/** What a keyword is looked for in. The index of the list's first page includes all of these columns (migration 0009). */
interface Searched {
  /** Columns with an index of their `word_parts`, of which the keyword may be a part. */
  readonly parts: readonly string[]
  /** Columns of which it may be the whole. */
  readonly wholes?: readonly string[]
  /**
   * One of `parts` that the caller sees masked, in all rows or in those with a value: there the keyword must be the whole of it, or it could be asked
   * for letter by letter.
   */
  readonly masked?: { readonly part: string; readonly rows?: readonly [column: string, value: string] } | undefined
}

/** The rows of a list that a keyword finds. */
export const withKeyword = async <Table extends Listed>(
  systemDb: Kysely<Tables>,
  rows: Rows<Table>,
  table: Table,
  keyword: string,
  { parts, wholes = [], masked }: Searched,
): Promise<FoundRows<Rows<Table>>> => {
  const seenPart = (part: string): RawBuilder<boolean> => {
    const column = sql.ref(`${table}.${part}`)
    const seen = seenIn(`${table}.${part}`, keyword)
    if (part !== masked?.part) return seen
    const { rows: among } = masked
    const shown = among ? sql`${sql.ref(`${table}.${among[0]}`)} <> ${among[1]}` : sql`false`
    return sql`(${seen} and (${shown} or lower(${column}) = lower(${keyword})))`
  }
  const whole = wholes.map((column) => sql<boolean>`${sql.ref(`${table}.${column}`)} = ${keyword}`)
  const seen = anyOf([...parts.map(seenPart), ...whole])
  const picked = rows.where(seen) as Rows<Table>
  const { ids, all } = await lookThrough(systemDb, rows, table, [...parts, ...wholes, ...(masked?.rows?.slice(0, 1) ?? [])], seen)
  if (ids.length > idLimit) return manyOf(picked)
  if (all) return fewOf(rows, table, ids)
  // Two conditions rather than one: what the index has answered is then not computed again for each row.
  const indexed = anyOf([...parts.map((column) => indexedIn(`${table}.${column}`, keyword)), ...whole])
  return fewOrMany(rows, table, picked, picked.where(indexed) as Rows<Table>)
}
