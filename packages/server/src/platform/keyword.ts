import { sql, type ExpressionBuilder, type RawBuilder, type ReferenceExpression, type SelectQueryBuilder } from 'kysely'
import type { Tables } from '../tables/index.ts'
import { containing, type RowCount } from './list.ts'

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

type Rows<Table extends keyof Tables> = SelectQueryBuilder<Tables, Table, object>

/**
 * Rows that a condition without an index in the order of the list picks out: a few by their ids, of many the first ones on the way. `quickest` are the
 * same rows in the words that an index knows.
 */
export const fewOrMany = async <Table extends keyof Tables>(
  all: Rows<Table>,
  key: `${Table}.id`,
  picked: Rows<Table>,
  quickest: Rows<Table> = picked,
): Promise<FoundRows<Rows<Table>>> => {
  const found = await quickest
    .select(sql.ref<number>(key).as('id'))
    .limit(idLimit + 1)
    .execute()
  if (found.length > idLimit) return { rows: picked, count: { total: idLimit, totalCapped: true } }
  const ids = found.map((row) => row.id)
  return {
    rows: all.where(sql<boolean>`${sql.ref(key)} = any(${ids}::bigint[])`),
    count: { total: ids.length, totalCapped: false },
  }
}

/**
 * Pairs of letters that cover a keyword, or its only letter: a word that has it as a part has them among its own (`word_parts`, migration 0007). The
 * rest is seen by comparing.
 */
const partsOf = (keyword: string): RawBuilder<string[]> => {
  // By code points, as PostgreSQL counts.
  const letters = Array.from(keyword)
  const pairs = letters
    .slice(1)
    .map((letter, i) => `${letters[i] ?? ''}${letter}`)
    .filter((_, i) => i % 2 === 0 || i === letters.length - 2)
  return sql`array[${sql.join((pairs.length > 0 ? pairs : letters).map((part) => sql`lower(${part})`))}]`
}

/** Whether a column has `keyword` as a part, in whatever case, in the words that an index of its `word_parts` knows. */
export const hasPart = (column: string, keyword: string): RawBuilder<boolean> =>
  sql`(${sql.ref(column)} ilike ${containing(keyword)} and word_parts(${sql.ref(column)}) @> ${partsOf(keyword)})`

/**
 * The rows in which one of `columns` has `keyword` as a part, in whatever case, or of which `also` holds. The columns need an index of their
 * `word_parts`.
 */
export const withKeyword = <Table extends keyof Tables>(
  rows: Rows<Table>,
  key: `${Table}.id`,
  keyword: string,
  columns: readonly ReferenceExpression<Tables, Table>[],
  also?: (e: ExpressionBuilder<Tables, Table>) => ReturnType<ExpressionBuilder<Tables, Table>['or']>,
): Promise<FoundRows<Rows<Table>>> => {
  const where = (one: (column: string) => RawBuilder<boolean>): Rows<Table> =>
    rows.where((e) => e.or([...columns.map((column) => one(String(column))), ...(also ? [also(e)] : [])])) as Rows<Table>
  return fewOrMany(
    rows,
    key,
    where((column) => sql`${sql.ref(column)} ilike ${containing(keyword)}`),
    where((column) => hasPart(column, keyword)),
  )
}
