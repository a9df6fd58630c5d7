import { limits, type Page } from '@emberwatch/contract'
import { sql, type Kysely, type SelectQueryBuilder } from 'kysely'
import type { Tables } from '../tables/index.ts'

interface PageRequest {
  readonly pageNum?: number
  readonly pageSize?: number
  readonly sort?: string
  readonly order?: 'asc' | 'desc'
  /**
   * Continues after this key (null: from the start), in key order and without a total. This is how an export reads a list of any
   * length. Set by the server only: no input of the contract has it.
   */
  readonly after?: number | null
}

export interface RowCount {
  readonly total: number
  /** There are more than were counted. */
  readonly totalCapped: boolean
}

export interface ListPlan<Row> {
  /** The filtered rows before sorting and paging, selecting nothing yet. For skipped rows only the key columns are read. */
  readonly rows: SelectQueryBuilder<Tables, never, object>
  /** The identifying column, qualified. Last in every sort, so that pages never overlap. */
  readonly key: string
  /** Sortable columns by their name in the contract. */
  readonly sorts: Readonly<Record<string, string>>
  readonly defaultSort: { readonly by: string; readonly order: 'asc' | 'desc' }
  /** Set if they have already been counted (keyword.ts). */
  readonly count?: RowCount
  /** Reads the shown rows by their ids, in any order. */
  readonly read: (ids: number[]) => Promise<(Row & { id: number })[]>
}

/**
 * One page of a list and its total. The page's ids come from an index in sort order, and only the shown rows are read in full.
 * The total is counted up to `limits.totalCap` and marked if there are more, so that the cost of a page does not grow with the
 * table.
 */
export const listPage = async <Row>(
  db: Kysely<Tables>,
  request: PageRequest,
  plan: ListPlan<Row>,
): Promise<Page<Row & { id: number }>> => {
  const pageSize = request.pageSize ?? limits.defaultPageSize
  if (request.after !== undefined) return { list: await readAfter(request.after, pageSize, plan), total: 0, totalCapped: false }
  const pageNum = request.pageNum ?? 1
  const column = plan.sorts[request.sort ?? plan.defaultSort.by] ?? plan.sorts[plan.defaultSort.by]
  if (!column) throw new Error(`no sort column for ${plan.defaultSort.by}`)
  const direction = request.order ?? plan.defaultSort.order
  const offset = Math.min((pageNum - 1) * pageSize, limits.totalCap)

  const idQuery = plan.rows
    .select(sql.ref<number>(plan.key).as('id'))
    .orderBy(sql.ref(column), direction)
    .orderBy(sql.ref(plan.key), direction)
    .limit(pageSize)
    .offset(offset)
  const [count, found] = await Promise.all([plan.count ?? countRows(db, plan.rows), idQuery.execute()])
  return { list: await readInOrder(found, plan), ...count }
}

const countRows = async (db: Kysely<Tables>, rows: ListPlan<unknown>['rows']): Promise<RowCount> => {
  const counted = rows.select(sql`1`.as('one')).limit(limits.totalCap + 1)
  const { n } = await db
    .selectFrom(counted.as('counted'))
    .select((e) => e.fn.countAll<number>().as('n'))
    .executeTakeFirstOrThrow()
  return { total: Math.min(n, limits.totalCap), totalCapped: n > limits.totalCap }
}

/** The rows with the found ids, in the same order. */
const readInOrder = async <Row>(found: readonly { id: number }[], { read }: ListPlan<Row>): Promise<(Row & { id: number })[]> => {
  const ids = found.map((row) => row.id)
  const rows = ids.length === 0 ? [] : await read(ids)
  const byId = new Map(rows.map((row) => [row.id, row]))
  return ids.flatMap((id) => byId.get(id) ?? [])
}

const readAfter = async <Row>(after: number | null, pageSize: number, plan: ListPlan<Row>): Promise<(Row & { id: number })[]> => {
  const key = sql.ref<number>(plan.key)
  const { order } = plan.defaultSort
  const rest = after === null ? plan.rows : plan.rows.where(key, order === 'asc' ? '>' : '<', after)
  return readInOrder(await rest.select(key.as('id')).orderBy(key, order).limit(pageSize).execute(), plan)
}

/** A LIKE pattern that finds the text anywhere in a column. Wildcards in the text are escaped. */
export const containing = (text: string): string => `%${text.replace(/[\\%_]/g, '\\$&')}%`
