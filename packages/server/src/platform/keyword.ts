import { sql, type Kysely, type RawBuilder, type SelectQueryBuilder } from 'kysely'
import type { Tables } from '../tables/index.ts'
import { alikeBeginning, searchedList, type SearchedTable, type TableWithParts } from '../tables/searched.ts'
import { plannedByValues } from './database/statement-names.ts'
import type { RowCount } from './list.ts'

/** How many rows of a list are scanned one by one, in the index that serves its first page. Most lists have fewer. */
const lookLimit = (table: SearchedTable): number => (searchedList(table).scattered ? 500 : 2_500)
/**
 * Up to this many matches are counted and passed as ids, which can use an index. With more, scanning the list finds a page quickly, and
 * people narrow the search instead of reading on.
 */
const idLimit = 1_000

/** Filtered rows of a list, for `ListPlan`. */
export interface FoundRows<Rows> {
  readonly rows: Rows
  /** How many there are. Undefined if not counted. */
  readonly count?: RowCount
  /** The highest ids among those counted, so that the list's first pages need no further query. */
  readonly newest?: readonly number[]
}

/** With a smaller share of matches among the newest rows, scanning takes too long to fill a page, and the index is used. */
const enoughOnTheWay = 1 / 25

type Rows<Table extends SearchedTable> = SelectQueryBuilder<Tables, Table, object>

const highestFirst = (ids: readonly number[]): number[] => ids.toSorted((a, b) => b - a)

const rowsWithIds = <Table extends SearchedTable>(
  rows: Rows<Table>,
  table: Table,
  ids: readonly number[],
): FoundRows<Rows<Table>> => ({
  rows: rows.where(sql<boolean>`${sql.ref(`${table}.id`)} = any(${ids}::bigint[])`),
  count: { total: ids.length, totalCapped: false },
  newest: highestFirst(ids),
})
const manyOf = <Table extends SearchedTable>(picked: Rows<Table>, limit = idLimit): FoundRows<Rows<Table>> => ({
  rows: picked,
  count: { total: limit, totalCapped: true },
})

/**
 * Rows matching a condition that has no index in list order. A few are passed by id; of many, a scan finds the first ones. `quickest`: the
 * same rows in the form that is fastest to query. `limit`: up to how many count as a few. `highest`: whether `quickest` returns the highest
 * ids first.
 */
export const fewByIdOrMany = async <Table extends SearchedTable>(
  rows: Rows<Table>,
  table: Table,
  picked: Rows<Table>,
  quickest: Rows<Table>,
  { limit = idLimit, highest = false } = {},
): Promise<FoundRows<Rows<Table>>> => {
  const found = await quickest
    .select(sql.ref<number>(`${table}.id`).as('id'))
    .limit(limit + 1)
    .modifyEnd(plannedByValues)
    .execute()
  const ids = found.map((row) => row.id)
  if (ids.length <= limit) return rowsWithIds(rows, table, ids)
  return highest ? { ...manyOf(picked, limit), newest: ids } : manyOf(picked, limit)
}

/** The list's rows, newest first. `by`: the column of that order. */
export const newestFirst = <Table extends SearchedTable>(
  rows: Rows<Table>,
  table: Table,
  by: string = searchedList(table).newestBy ?? 'created_at',
): Rows<Table> => {
  const newest = by === 'id' ? rows : rows.orderBy(sql.ref(`${table}.${by}`), 'desc')
  return newest.orderBy(sql.ref(`${table}.id`), 'desc') as Rows<Table>
}

/** The matches of a condition on `columns` among the newest rows. `all`: whether there are no other rows. */
const lookThrough = async <Table extends SearchedTable>(
  systemDb: Kysely<Tables>,
  rows: Rows<Table>,
  table: Table,
  columns: readonly string[],
  condition: RawBuilder<boolean>,
  by: string | undefined,
): Promise<{ ids: number[]; all: boolean }> => {
  const newest = newestFirst(rows, table, by)
    .select(['id', ...columns].map((column) => sql.ref(`${table}.${column}`).as(column)))
    .limit(lookLimit(table))
  // Run on the system's database, because the rows already carry their scope.
  const { rows: answer } = await sql<{ looked: number; ids: number[] }>`
    with looked as materialized (${newest})
    select (select count(*) from looked) as looked,
      to_json(array(select id from looked as ${sql.table(table)} where ${condition} limit ${sql.lit(idLimit + 1)})) as ids`.execute(
    systemDb,
  )
  const { looked = 0, ids = [] } = answer[0] ?? {}
  return { ids, all: looked < lookLimit(table) }
}

/** A part contained in more than this share of a column's values narrows nothing and has the longest posting list of the index. */
const commonShare = 0.5
/** With a greater share of matches, a scan soon fills a drop-down. */
const frequentShare = 0.05
/** How long the shares are cached (ms): they change slowly. */
const commonForMs = 600_000

type Shares = ReadonlyMap<string, number>
type PartsByColumn = ReadonlyMap<string, Shares>
const knownCommon = new WeakMap<object, Map<string, { until: number; parts: Promise<PartsByColumn> }>>()

/**
 * The frequent word parts of each searched column, with the share of rows that contain them, from PostgreSQL's statistics. Example: `DB0`
 * if all codes begin with it.
 */
const frequentParts = (systemDb: Kysely<Tables>, table: TableWithParts): Promise<PartsByColumn> => {
  const { adapter } = systemDb.getExecutor()
  const tables = knownCommon.get(adapter) ?? new Map<string, { until: number; parts: Promise<PartsByColumn> }>()
  knownCommon.set(adapter, tables)
  const known = tables.get(table)
  if (known && performance.now() < known.until) return known.parts
  const read = async (): Promise<PartsByColumn> => {
    const { rows } = await sql<{ indexed: string; parts: [string, number][] }>`
      select pg_get_indexdef(a.attrelid, a.attnum, true) as indexed,
        to_json(array(select json_build_array(part, share) from unnest(s.most_common_elems::text::text[], s.most_common_elem_freqs) as u (part, share)
          where part is not null and share > ${frequentShare})) as parts
      from pg_attribute a join pg_stats s on s.schemaname = current_schema() and s.tablename = ${`${table}_parts`} and s.attname = a.attname
      where a.attrelid = to_regclass(${`${table}_parts`})`.execute(systemDb)
    return new Map(rows.map(({ indexed, parts }) => [indexed.replace(/^word_parts\((.*)\)$/, '$1'), new Map(parts)]))
  }
  const parts = read()
  tables.set(table, { until: performance.now() + commonForMs, parts })
  parts.catch(() => tables.delete(table))
  return parts
}

/**
 * Trigrams that cover a keyword; a shorter keyword as it is. A word that contains the keyword has them among its own parts (`word_parts`,
 * migration 0009).
 */
const partsOf = (keyword: string): string[] => {
  // By code points, as PostgreSQL counts.
  const letters = Array.from(keyword)
  const last = Math.max(letters.length - 3, 0)
  return letters.flatMap((_, i) => (i === last || (i % 3 === 0 && i < last) ? [letters.slice(i, i + 3).join('')] : []))
}

const hasShare = (part: string, shares: Shares | undefined, share: number): boolean =>
  (shares?.get(part.toLowerCase()) ?? 0) > share

/** The parts of a keyword that most words do not have. */
const rarePartsOf = (keyword: string, shares?: Shares): string[] =>
  partsOf(keyword).filter((part) => !hasShare(part, shares, commonShare))

/** A keyword without a beginning that most codes share. Whatever contains the keyword contains the rest too, which is faster to find. */
export const withoutCommonBeginning = async (systemDb: Kysely<Tables>, keyword: string): Promise<string> => {
  const common = (await frequentParts(systemDb, alikeBeginning.table)).get(alikeBeginning.column)
  let letters = Array.from(keyword)
  while (letters.length > 3 && hasShare(letters.slice(0, 3).join(''), common, commonShare)) letters = letters.slice(1)
  return letters.join('')
}

const anyOf = (conditions: readonly RawBuilder<boolean>[]): RawBuilder<boolean> => sql`(${sql.join(conditions, sql` or `)})`

/** Whether a column contains `keyword`, ignoring case, checked row by row. */
export const seenIn = (column: string, keyword: string): RawBuilder<boolean> =>
  // The planner takes `<> 0` for nearly always true, unlike `like`. So only the word parts determine its estimate.
  sql`strpos(lower(${sql.ref(column)}), lower(${keyword})) <> 0`

/**
 * The same condition in a form that the index supports. It matches more rows, which `seenIn` filters. Parts that most words have are left
 * out, unless there are no others.
 */
const indexedIn = (column: string, keyword: string, shares?: Shares): RawBuilder<boolean> => {
  const rare = rarePartsOf(keyword, shares)
  const parts = (rare.length > 0 ? rare : partsOf(keyword)).map((part) => sql`lower(${part})`)
  return sql`word_parts(${sql.ref(column)}) @> array[${sql.join(parts)}]`
}

/**
 * Whether one of `columns` contains `keyword`, ignoring case. The columns need an index on their `word_parts`. Next to other conditions it
 * may be evaluated row by row, so the cheap and rarely true test comes first.
 */
export const hasKeyword = (columns: readonly string[], keyword: string): RawBuilder<boolean> =>
  sql<boolean>`(${seenInAny(columns, keyword)} and ${anyOf(columns.map((column) => indexedIn(column, keyword)))})`

const seenInAny = (columns: readonly string[], keyword: string): RawBuilder<boolean> =>
  anyOf(columns.map((column) => seenIn(column, keyword)))

/** How many of the newest rows are sampled to find out whether most match. */
const sampled = 100

/** Whether most rows contain a keyword in a column. Then an index would return nearly all of them, and scanning the list soon finds enough. */
export const isCommonIn = async <Table extends SearchedTable>(
  systemDb: Kysely<Tables>,
  rows: Rows<Table>,
  table: Table,
  column: string,
  keyword: string,
): Promise<boolean> => {
  // All parts of a keyword may be frequent while the keyword itself is rare.
  if (rarePartsOf(keyword, (await frequentParts(systemDb, table)).get(column)).length > 0) return false
  const newest = await newestFirst(rows, table)
    .select(seenIn(`${table}.${column}`, keyword).as('has'))
    .limit(sampled)
    .execute()
  return newest.filter(({ has }) => has).length > newest.length * commonShare
}

/**
 * `hasKeyword` without the parts that most values have. If no others are left, the index is not used at all, since that would compute the
 * parts of every row.
 */
export const findsKeyword = async (
  systemDb: Kysely<Tables>,
  table: TableWithParts,
  columns: readonly string[],
  keyword: string,
): Promise<RawBuilder<boolean>> => {
  const common = await frequentParts(systemDb, table)
  const names = columns.map((column) => `${table}.${column}`)
  const seen = seenInAny(names, keyword)
  if (columns.some((column) => rarePartsOf(keyword, common.get(column)).length === 0)) return seen
  return sql`(${seen} and ${anyOf(columns.map((column) => indexedIn(`${table}.${column}`, keyword, common.get(column))))})`
}

/** Where a keyword is searched. For wide rows, the index of the list's first page includes these columns (migration 0009). */
interface Searched {
  /** The column that orders the list newest first, if it is not the creation time. */
  readonly newestBy?: string
  /** Columns with an index on `word_parts`, where a partial match is enough. */
  readonly parts: readonly string[]
  /** Columns that the keyword must match in full. */
  readonly wholes?: readonly string[]
  /**
   * One of `parts` that the caller sees masked, in all rows or in those with a value. There the keyword must match in full; otherwise the
   * value could be guessed letter by letter.
   */
  readonly masked?: { readonly part: string; readonly rows?: readonly [column: string, value: string] } | undefined
}

/** Narrows the rows of a list to those that a keyword finds. */
export const withKeyword = async <Table extends SearchedTable>(
  systemDb: Kysely<Tables>,
  rows: Rows<Table>,
  table: Table,
  keyword: string,
  { parts, wholes = [], masked, newestBy }: Searched,
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
  const columns = [...parts, ...wholes, ...(masked?.rows?.slice(0, 1) ?? [])]
  const { ids, all } = await lookThrough(systemDb, rows, table, columns, seen, newestBy)
  if (ids.length > idLimit) return manyOf(picked)
  if (all) return rowsWithIds(rows, table, ids)
  // Separate from `seen`, so that what the index has answered is not computed again for each row.
  const common = await frequentParts(systemDb, table)
  const indexed = anyOf([...parts.map((column) => indexedIn(`${table}.${column}`, keyword, common.get(column))), ...whole])
  const byIndex = picked.where(indexed) as Rows<Table>
  const share = ids.length / lookLimit(table)
  // If every other row matches, a scan counts them faster.
  const quickest = share > 0.5 ? newestFirst(picked, table, newestBy) : byIndex
  const found = await fewByIdOrMany(rows, table, share < enoughOnTheWay ? byIndex : picked, quickest)
  return found.newest || searchedList(table).newestBy !== 'id' ? found : { ...found, newest: highestFirst(ids) }
}

/** The first rows that a keyword finds, sorted by `order`, for a drop-down. `rows` select `parts` and `order`. */
export const firstWithKeyword = async <Table extends SearchedTable, Row>(
  systemDb: Kysely<Tables>,
  rows: SelectQueryBuilder<Tables, Table, Row>,
  table: Table,
  keyword: string,
  { parts, order, limit }: { readonly parts: readonly string[]; readonly order: readonly string[]; readonly limit: number },
): Promise<Row[]> => {
  const shares = await frequentParts(systemDb, table)
  const isFrequent = parts.some((column) => partsOf(keyword).every((part) => hasShare(part, shares.get(column), frequentShare)))
  const columns = parts.map((column) => `${table}.${column}`)
  const found = rows.where(hasKeyword(columns, keyword))
  if (isFrequent) {
    const sorted = order.reduce((query, column) => query.orderBy(sql.ref(`${table}.${column}`)), found)
    return sorted.limit(limit).execute()
  }
  // Searched first and sorted afterwards: to find them in order, the planner would scan half of the table.
  // Run on the system's database, because the rows already carry their scope.
  const answer = await sql<Row>`with found as materialized (${found}) select * from found
    order by ${sql.join(order.map((column) => sql.ref(column)))} limit ${sql.lit(limit)}`.execute(systemDb)
  return answer.rows
}
