import { DomainError, limits, type Page } from '@emberwatch/contract'
import { sql, type CompiledQuery, type Kysely, type RawBuilder, type SelectQueryBuilder } from 'kysely'
import { isBadValue } from './database/database-failure.ts'
import type { Tables } from '../tables/index.ts'
import { onePlan, plannedByValues } from './database/statement-names.ts'
import { sharedNext, type SharedAnswers } from './shared-next.ts'

interface PageRequest {
  readonly pageNum?: number
  readonly pageSize?: number
  readonly sort?: string
  readonly order?: 'asc' | 'desc'
  readonly cursor?: string
  /**
   * Continues after this key (null: from the start), in key order and without a total. This is how an export reads a list of any
   * length. Set by the server only: no input of the contract has it.
   */
  readonly after?: number | null
  /** Counts all rows, however many. Exports use it for their progress. Set by the server only. */
  readonly exact?: boolean
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
  /** Set if they have been counted, or are being counted (keyword.ts). */
  readonly count?: RowCount | Promise<RowCount>
  /** The highest ids of the counted rows, set if those have already been found (keyword.ts). */
  readonly newest?: readonly number[]
  /** The rows in the requested order, from the first to one beyond the requested page. Set if they are found together with the count. */
  readonly first?: Promise<readonly FoundRow[]>
  /** The column by which the table is partitioned, qualified. Shown rows are then read from their own partitions only. */
  readonly partition?: string
  /** Reads the shown rows, in any order: by their ids, or by the condition that picks them. */
  readonly read: (ids: number[], picked: RawBuilder<boolean>) => Promise<(Row & { id: number })[]>
}

/** What is read to identify a shown row: its id and, for a partitioned table, its partition time. */
export interface FoundRow {
  readonly id: number
  readonly at?: string
  /** Its value in the sort column. */
  readonly sorted?: Sorted
}

type Sorted = string | number | boolean | null

/** The cursor of the page after a row, made of the row's sort value and id. */
export const cursorOf = ({ sorted = null, id }: Pick<FoundRow, 'sorted' | 'id'>): string =>
  Buffer.from(JSON.stringify([sorted, id])).toString('base64url')

const unknownCursor = () => new DomainError('badRequest', {}, 'cursor')

/** @throws DomainError badRequest for a text that is not one of our cursors */
const readCursor = (cursor: string): [sorted: Sorted, id: number] => {
  try {
    const read: unknown = JSON.parse(Buffer.from(cursor, 'base64url').toString())
    const [sorted, id] = Array.isArray(read) ? (read as unknown[]) : []
    if (Number.isSafeInteger(id) && (sorted === null || ['string', 'number', 'boolean'].includes(typeof sorted)))
      return [sorted as Sorted, id as number]
  } catch {
    // Not one of our cursors.
  }
  throw unknownCursor()
}

/**
 * The rows after a given one, as consecutive parts: rows without a value come first in descending and last in ascending order. A single
 * condition with `or` could not use the index from the cursor on.
 */
const rowsAfter = (cursor: string, column: string, key: string, direction: 'asc' | 'desc'): RawBuilder<boolean>[] => {
  const [sorted, id] = readCursor(cursor)
  const [value, ref] = [sql.ref(column), sql.ref(key)]
  const after = sql.raw(direction === 'asc' ? '>' : '<')
  if (sorted === null) {
    const others = direction === 'desc' ? [sql<boolean>`${value} is not null`] : []
    return [sql<boolean>`(${value} is null and ${ref} ${after} ${id})`, ...others]
  }
  const withoutValue = direction === 'asc' ? [sql<boolean>`${value} is null`] : []
  return [sql<boolean>`(${value}, ${ref}) ${after} (${sorted}, ${id})`, ...withoutValue]
}

/**
 * The condition that selects rows by their keys. `key` and `partition` are qualified columns. With `at`, only the partitions between the
 * first and the last row are opened.
 */
export const pickRows = (found: readonly FoundRow[], key: string, partition?: string): RawBuilder<boolean> => {
  const picked = sql<boolean>`${sql.ref(key)} = any(${found.map((row) => row.id)}::bigint[])`
  if (partition === undefined) return picked
  const times = found.map((row) => row.at ?? '').sort()
  return sql<boolean>`(${picked} and ${sql.ref(partition)} between ${times[0]} and ${times.at(-1)})`
}

/**
 * One page of a list and its total. The page's ids come from an index in sort order, and only the shown rows are read in full.
 * The total is counted up to `limits.totalCap` and marked if there are more, so that the cost of a page does not grow with the
 * table.
 */
export const listPage = async <Row>(
  db: Kysely<Tables>,
  request: PageRequest,
  given: ListPlan<Row>,
): Promise<Page<Row & { id: number }>> => {
  const pageSize = request.pageSize ?? limits.defaultPageSize
  // A count that fails after everybody has stopped waiting for it would end the program.
  Promise.resolve(given.count).catch(() => undefined)
  given.first?.catch(() => undefined)
  if (request.after !== undefined) return { list: await readAfter(request.after, pageSize, given), total: 0, totalCapped: false }
  // The filters determine which index serves a list. Without any, one plan serves all callers.
  const { pageNum: _page, pageSize: _size, sort: _sort, order: _order, cursor, exact, ...filters } = request
  const narrowed = Object.values(filters).some((value) => value !== undefined)
  const plan = { ...given, rows: given.rows.modifyEnd(narrowed ? plannedByValues : onePlan) }
  const pageNum = request.pageNum ?? 1
  const column = plan.sorts[request.sort ?? plan.defaultSort.by] ?? plan.sorts[plan.defaultSort.by]
  if (!column) throw new Error(`no sort column for ${plan.defaultSort.by}`)
  const direction = request.order ?? plan.defaultSort.order
  const offset = Math.min((pageNum - 1) * pageSize, limits.totalCap)

  // One more than shown tells whether there is a next page. The limit is a literal: with a parameter, the planner would not know that only
  // a few rows are wanted.
  const all = keysOf(plan).select(sql.ref<Sorted>(column).as('sorted'))
  const page = (rows: typeof all, most: number) =>
    rows.orderBy(sql.ref(column), direction).orderBy(sql.ref(plan.key), direction).limit(sql.lit(most))
  const findAfter = async (from: string): Promise<FoundRow[]> => {
    const rows: FoundRow[] = []
    for (const part of rowsAfter(from, column, plan.key, direction)) {
      const missing = pageSize + 1 - rows.length
      if (missing > 0) rows.push(...(await page(all.where(part), missing).execute()))
    }
    return rows
  }
  const known =
    cursor === undefined && column === plan.key && direction === 'desc'
      ? given.newest?.slice(offset, offset + pageSize + 1)
      : undefined
  const findPage = async (): Promise<FoundRow[]> => {
    if (known !== undefined && (known.length > pageSize || (await given.count)?.totalCapped === false))
      return known.map((id) => ({ id, sorted: id }))
    if (cursor === undefined && given.first !== undefined) return (await given.first).slice(offset)
    if (cursor === undefined)
      return page(all, pageSize + 1)
        .$if(offset > 0, (rows) => rows.offset(offset))
        .execute()
    return findAfter(cursor).catch((error: unknown) => {
      // Not a value of that column, so not one of our cursors.
      if (isBadValue(error)) throw unknownCursor()
      throw error
    })
  }
  // The page is read while the rows are still being counted.
  const readPage = async () => {
    const found = await findPage()
    const shown = found.slice(0, pageSize)
    const last = found.length > pageSize ? shown.at(-1) : undefined
    return { list: await readInOrder(shown, plan), ...(last ? { next: cursorOf(last) } : {}) }
  }
  const [count, { list, ...next }] = await Promise.all([countPlan(db, plan, exact === true), readPage()])
  return { list, ...count, ...next }
}

const keysOf = ({ rows, key, partition }: ListPlan<unknown>) => {
  const keys = rows.select(sql.ref<number>(key).as('id'))
  return (partition === undefined ? keys : keys.select(sql.ref<string>(partition).as('at'))) as SelectQueryBuilder<
    Tables,
    never,
    FoundRow
  >
}

/**
 * Until when (monotonic ms) a query is known to exceed the cap, by database. That rarely changes, and counting to the cap costs more than
 * everything else of a page.
 */
const knownCapped = new WeakMap<object, Map<string, number>>()
const knownForMs = 10_000
const maxKnown = 2_000

/** Counts in progress by query, for each database. */
const underWay = new WeakMap<object, SharedAnswers<number>>()
const answersOf = (adapter: object): SharedAnswers<number> => {
  const answers = underWay.get(adapter) ?? new Map()
  underWay.set(adapter, answers)
  return answers
}

const countPlan = async (db: Kysely<Tables>, { rows, count }: ListPlan<unknown>, exact: boolean): Promise<RowCount> => {
  const known = await count
  if (exact && known?.totalCapped !== false) return countAll(db, rows)
  return known ?? countRows(db, rows)
}

const countAll = async (db: Kysely<Tables>, rows: ListPlan<unknown>['rows']): Promise<RowCount> => {
  const { n } = await db
    .selectFrom(rows.select(sql`1`.as('one')).as('counted'))
    .select((e) => e.fn.countAll<number>().as('n'))
    .executeTakeFirstOrThrow()
  return { total: n, totalCapped: false }
}

interface KnownQuestions {
  readonly isKnown: (question: string) => boolean
  readonly remember: (question: string) => void
}

const knownOf = (adapter: object): KnownQuestions => {
  const known = knownCapped.get(adapter) ?? new Map<string, number>()
  knownCapped.set(adapter, known)
  return {
    isKnown: (question) => performance.now() < (known.get(question) ?? 0),
    remember: (question) => {
      if (known.size >= maxKnown) known.clear()
      known.set(question, performance.now() + knownForMs)
    },
  }
}

/** What tells one question from another: the statement with its scope, and its values. */
export const questionOf = ({ sql: text, parameters }: CompiledQuery): string => `${text} ${JSON.stringify(parameters)}`

const cappedOnes = (rows: ListPlan<unknown>['rows']) => rows.select(sql`1`.as('one')).limit(sql.lit(limits.totalCap + 1))

export const countRows = async (db: Kysely<Tables>, rows: ListPlan<unknown>['rows']): Promise<RowCount> => {
  const query = db
    .selectFrom(cappedOnes(rows).as('counted'))
    .select((e) => e.fn.countAll<number>().as('n'))
    .compile()
  const { adapter } = db.getExecutor()
  const known = knownOf(adapter)
  const question = questionOf(query)
  if (known.isKnown(question)) return cappedAt(limits.totalCap + 1)
  const count = async (): Promise<number> => (await db.executeQuery(query)).rows[0]?.n ?? 0
  // Changes within a transaction are invisible to others, so its counts are not shared.
  const n = await (db.isTransaction ? count() : sharedNext(answersOf(adapter), question, count))
  const answer = cappedAt(n)
  if (answer.totalCapped) known.remember(question)
  return answer
}

/** Several counts in one statement, each capped, so that its cost does not grow with the table. `end`: a planning hint. */
export const countSeveral = async <Name extends string>(
  db: Kysely<Tables>,
  questions: readonly (readonly [Name, ListPlan<unknown>['rows']])[],
  end = sql``,
): Promise<Record<Name, RowCount>> => {
  const known = knownOf(db.getExecutor().adapter)
  const all = questions.map(([name, rows]) => ({ name, rows, question: questionOf(cappedOnes(rows).compile()) }))
  const asked = all.filter(({ question }) => !known.isKnown(question))
  const counted = asked.length === 0 ? {} : await countIn(db, asked, end)
  const answers = all.map(({ name, question }) => {
    const answer = cappedAt(counted[name] ?? limits.totalCap + 1)
    if (answer.totalCapped && name in counted) known.remember(question)
    return [name, answer] as const
  })
  return Object.fromEntries(answers) as Record<Name, RowCount>
}

const countIn = async (
  db: Kysely<Tables>,
  asked: readonly { readonly name: string; readonly rows: ListPlan<unknown>['rows'] }[],
  end: RawBuilder<unknown>,
): Promise<Readonly<Record<string, number | null>>> =>
  db
    .selectNoFrom((e) =>
      asked.map(({ name, rows }) =>
        e
          // As a parameter: a literal makes PostgreSQL plan all of these counts at each call.
          .selectFrom(
            rows
              .select(sql`1`.as('one'))
              .limit(limits.totalCap + 1)
              .as('counted'),
          )
          .select((count) => count.fn.countAll<number>().as('n'))
          .as(name),
      ),
    )
    .modifyEnd(end)
    .executeTakeFirstOrThrow()

/** Caps a count, which must have gone to at least one beyond the cap. */
export const cappedAt = (n: number): RowCount => ({ total: Math.min(n, limits.totalCap), totalCapped: n > limits.totalCap })

/** The sum of rows counted in parts. */
export const inAll = (parts: readonly RowCount[]): RowCount => {
  const { total, totalCapped } = cappedAt(parts.reduce((sum, part) => sum + part.total, 0))
  return { total, totalCapped: totalCapped || parts.some((part) => part.totalCapped) }
}

/** The rows with the found ids, in the same order. */
const readInOrder = async <Row>(
  found: readonly FoundRow[],
  { read, key, partition }: ListPlan<Row>,
): Promise<(Row & { id: number })[]> => {
  const ids = found.map((row) => row.id)
  const rows = ids.length === 0 ? [] : await read(ids, pickRows(found, key, partition))
  const byId = new Map(rows.map((row) => [row.id, row]))
  return ids.flatMap((id) => byId.get(id) ?? [])
}

const readAfter = async <Row>(after: number | null, pageSize: number, plan: ListPlan<Row>): Promise<(Row & { id: number })[]> => {
  const key = sql.ref<number>(plan.key)
  const { order } = plan.defaultSort
  const rest = after === null ? plan.rows : plan.rows.where(key, order === 'asc' ? '>' : '<', after)
  const found = await keysOf({ ...plan, rows: rest })
    .orderBy(key, order)
    .limit(sql.lit(pageSize))
    .execute()
  return readInOrder(found, plan)
}

/** A LIKE pattern that finds the text anywhere in a column. Wildcards in the text are escaped. */
export const containing = (text: string): string => `%${text.replace(/[\\%_]/g, '\\$&')}%`
