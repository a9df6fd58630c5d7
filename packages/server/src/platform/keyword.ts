import { sql, type ExpressionBuilder, type ReferenceExpression, type SelectQueryBuilder } from 'kysely'
import type { Tables } from '../tables/index.ts'
import { containing } from './list.ts'

/**
 * So many rows with a keyword are counted and handed over as ids, for which an index is at hand. Of more, walking the list itself finds a page soon,
 * and nobody reads on so far instead of typing another letter.
 */
const idLimit = 1_000
/** Shorter ones are in no index of three letters; they have one of single letters and pairs (migration 0007). */
const threeLetters = 3

/** Rows of a list, for `ListPlan`. */
export interface FoundRows<Rows> {
  readonly rows: Rows
  /** Set when there are more rows than are counted. */
  readonly atLeast?: number
}

/**
 * The rows in which one of `columns` has `keyword` as a part, in whatever case, or of which `also` holds. The columns need both indexes: `gin_trgm_ops`
 * and `short_parts`.
 */
export const withKeyword = async <Table extends keyof Tables, Rows extends SelectQueryBuilder<Tables, Table, object>>(
  rows: Rows & SelectQueryBuilder<Tables, Table, object>,
  key: `${Table}.id`,
  keyword: string,
  columns: readonly ReferenceExpression<Tables, Table>[],
  also?: (e: ExpressionBuilder<Tables, Table>) => ReturnType<ExpressionBuilder<Tables, Table>['or']>,
): Promise<FoundRows<Rows>> => {
  const where = (one: (column: ReferenceExpression<Tables, Table>) => ReturnType<typeof sql<boolean>>): Rows =>
    rows.where((e) => e.or([...columns.map(one), ...(also ? [also(e)] : [])])) as Rows
  const containingIt = where((column) => sql<boolean>`${sql.ref(String(column))} ilike ${containing(keyword)}`)
  // By code points, as PostgreSQL counts.
  const indexed =
    Array.from(keyword).length < threeLetters
      ? where((column) => sql<boolean>`short_parts(${sql.ref(String(column))}) @> array[lower(${keyword})]`)
      : containingIt
  const found = await (indexed as SelectQueryBuilder<Tables, Table, object>)
    .select(sql.ref<number>(key).as('id'))
    .limit(idLimit + 1)
    .execute()
  if (found.length > idLimit) return { rows: containingIt, atLeast: idLimit }
  return { rows: rows.where(sql<boolean>`${sql.ref(key)} = any(${found.map((row) => row.id)}::bigint[])`) as Rows }
}
