import { enums, isClosedOrder, limits, type OrderKindName, type endpoints, type InputOf } from '@emberwatch/contract'
import { expressionBuilder, sql, type ExpressionBuilder, type RawBuilder } from 'kysely'
import type { Ctx } from '../../platform/context.ts'
import { findsKeyword, hasKeyword, isCommonIn, seenIn } from '../../platform/keyword.ts'
import { plannedByValues } from '../../platform/database/statement-names.ts'
import { cappedAt, type RowCount } from '../../platform/list.ts'
import { filtered } from '../../platform/rows/filter.ts'
import type { Tables } from '../../tables/index.ts'

export type OrderPageInput = InputOf<typeof endpoints.repairOrder.page>

/** Something is still to be done. Written out, so that the partial indexes serve it. */
export const isOpen = sql<boolean>`work_order.status not in ('complete', 'cancelled')`

/** Past due and not finished. An order on hold gets overdue as well: nobody agreed to a later time with the person who waits. */
export const isOverdue = (now: Date) =>
  sql<boolean>`(work_order.due_at < ${now} and work_order.finished_at is null and ${isOpen})`

/**
 * Assigned to an account. The ids come first: a join would walk all orders, newest first, to find the few of somebody who has
 * none of this kind.
 */
export const isAssigned = (accountId: number | null) =>
  sql<boolean>`work_order.id = any(array(select order_id from order_engineer where account_id = ${accountId}::bigint))`

/** What orders are asked for; `found`: by what the keyword finds them. */
export interface OrderFilter extends OrderPageInput {
  readonly found?: RawBuilder<boolean>
}

/** The columns that a keyword is looked for in, besides the name of the project. */
const texts = ['code', 'description']

/** More projects are not passed by their ids: with so many, scanning the list finds a page quickly. */
const mostNamed = 5_000
/** Up to so many orders are passed by their ids: a page, its total and the counts of all states ask for them. */
const mostFound = 1_000

const namedProjects = (e: Pick<ExpressionBuilder<Tables, never>, 'selectFrom'>, isNamed: RawBuilder<boolean>) =>
  e.selectFrom('project').select('project.id').where(isNamed)

/** What a keyword finds, looked for row by row. */
const seen = (keyword: string, isNamed: RawBuilder<boolean>): RawBuilder<boolean> => {
  const conditions = texts.map((column) => seenIn(`work_order.${column}`, keyword))
  return sql`(${sql.join(conditions, sql` or `)} or work_order.project_id in (${namedProjects(expressionBuilder(), isNamed)}))`
}

/** Looks first what a keyword finds, so that the planner knows how few it is. */
export const withKeywordFound = async (ctx: Ctx, kind: OrderKindName, input: OrderPageInput): Promise<OrderFilter> => {
  const { keyword, ...others } = input
  if (!keyword) return input
  const isCommon = await isCommonIn(ctx.systemDb, ctx.db.selectFrom('project'), 'project', 'name', keyword)
  const projects = isCommon
    ? []
    : await namedProjects(ctx.db, await findsKeyword(ctx.systemDb, 'project', ['name'], keyword))
        .limit(mostNamed + 1)
        .modifyEnd(plannedByValues)
        .execute()
  // The list is walked then: no index serves it, and what is found is not few.
  if (isCommon || projects.length > mostNamed) return { ...others, found: seen(keyword, seenIn('project.name', keyword)) }
  const isWritten = await findsKeyword(ctx.systemDb, 'work_order', texts, keyword)
  const found = sql<boolean>`(${isWritten} or work_order.project_id = any(${projects.map(({ id }) => id)}::bigint[]))`
  const { status: _status, overdue: _overdue, mine: _mine, ...always } = others
  const few = await filteredOrders(ctx, kind, { ...always, found })
    .select('work_order.id')
    .limit(sql.lit(mostFound + 1))
    .modifyEnd(plannedByValues)
    .execute()
  if (few.length > mostFound) return { ...input, found }
  return { ...input, found: sql`work_order.id = any(${few.map(({ id }) => id)}::bigint[])` }
}

/** The caller's orders of a kind that match an input. */
export const filteredOrders = (ctx: Ctx, kind: OrderKindName, input: OrderFilter) => {
  const ofKind = ctx.db.selectFrom('work_order').where('work_order.kind', '=', kind).where('work_order.deleted_at', 'is', null)
  let rows = filtered(ofKind, 'work_order', input, {
    equal: ['status', 'origin', 'priority', 'projectId', 'customerId'],
    between: 'created_at',
  })
  if (input.code) rows = rows.where(hasKeyword(['work_order.code'], input.code))
  if (input.engineerId !== undefined) rows = rows.where(isAssigned(input.engineerId))
  // What is closed is never overdue.
  const isClosed = input.status !== undefined && isClosedOrder(input.status)
  if (input.overdue !== undefined && !(isClosed && !input.overdue)) {
    const late = isOverdue(ctx.clock.now())
    rows = rows.where(input.overdue ? late : sql<boolean>`not coalesce(${late}, false)`)
  }
  if (input.mine) rows = rows.where(isAssigned(ctx.actor.accountId))
  if (input.ratingMost !== undefined) rows = rows.where('work_order.rating', '<=', input.ratingMost)
  if (input.found) return rows.where(input.found)
  return input.keyword ? rows.where(seen(input.keyword, hasKeyword(['project.name'], input.keyword))) : rows
}

type Status = (typeof enums.orderStatus)[number]
type Counts = Record<Status | 'overdue' | 'mine', RowCount>

/** Of a question that few rows answer, all states are counted in one pass. Undefined if there are many. */
const countTogether = async (
  ctx: Ctx,
  kind: OrderKindName,
  input: OrderFilter,
): Promise<Record<Status, RowCount> | undefined> => {
  const some = filteredOrders(ctx, kind, input)
    .select('work_order.status')
    .limit(sql.lit(limits.totalCap + 1))
  const found = await ctx.db
    .selectFrom(some.as('some'))
    .groupBy('some.status')
    .select('some.status')
    .select((e) => e.fn.countAll<number>().as('n'))
    .modifyEnd(plannedByValues)
    .execute()
  if (found.reduce((sum, { n }) => sum + n, 0) > limits.totalCap) return undefined
  const counted = new Map<string, number>(found.map(({ status, n }) => [status, n]))
  return Object.fromEntries(enums.orderStatus.map((status) => [status, cappedAt(counted.get(status) ?? 0)])) as Record<
    Status,
    RowCount
  >
}

/** Each count by itself and capped, so that its cost does not grow with the table. */
const countEach = async <Name extends keyof Counts>(
  ctx: Ctx,
  questions: readonly (readonly [Name, ReturnType<typeof filteredOrders>])[],
): Promise<Record<Name, RowCount>> => {
  const counted = await ctx.db
    .selectNoFrom((e) =>
      questions.map(([name, found]) => {
        // As a value: written out, it makes PostgreSQL plan all of these counts at each call.
        const capped = found.select(sql`1`.as('one')).limit(limits.totalCap + 1)
        return e
          .selectFrom(capped.as('counted'))
          .select((count) => count.fn.countAll<number>().as('n'))
          .as(name)
      }),
    )
    .executeTakeFirstOrThrow()
  return Object.fromEntries(Object.entries(counted).map(([name, n]) => [name, cappedAt(Number(n))])) as Record<Name, RowCount>
}

/**
 * Counts orders by status under all filters except the status, and those overdue or assigned to the caller under all filters but
 * that one. Each count is capped like a list's total.
 */
export const countByStatus = async (ctx: Ctx, kind: OrderKindName, input: OrderFilter): Promise<Counts> => {
  const { status: _status, ...others } = input
  const { overdue: _overdue, ...notOverdue } = others
  const { mine: _mine, ...notMine } = others
  const { projectId, customerId, engineerId, mine, code, keyword, overdue } = others
  // Nearly all orders are not overdue.
  const late = overdue || undefined
  const isNarrow = [projectId, customerId, engineerId, mine, code, keyword, late].some((value) => value !== undefined)
  const chips = [
    ['overdue', filteredOrders(ctx, kind, { ...notOverdue, overdue: true })],
    ['mine', filteredOrders(ctx, kind, { ...notMine, mine: true }).where(isOpen)],
  ] as const
  const states = enums.orderStatus.map((status) => [status, filteredOrders(ctx, kind, { ...others, status })] as const)
  if (!isNarrow) return countEach(ctx, [...states, ...chips])
  const [together, chosen] = await Promise.all([countTogether(ctx, kind, others), countEach(ctx, chips)])
  return { ...(together ?? (await countEach(ctx, states))), ...chosen }
}
