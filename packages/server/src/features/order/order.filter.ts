import { enums, isClosedOrder, limits, type OrderKindName, type endpoints, type InputOf } from '@emberwatch/contract'
import { sql, type ExpressionBuilder } from 'kysely'
import type { Ctx } from '../../platform/context.ts'
import { hasKeyword, seenIn } from '../../platform/keyword.ts'
import { plannedByValues } from '../../platform/database/statement-names.ts'
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

const namedProjects = (e: Pick<ExpressionBuilder<Tables, never>, 'selectFrom'>, keyword: string) =>
  e
    .selectFrom('project')
    .select('project.id')
    .where(hasKeyword(['project.name'], keyword))

/** What orders are asked for; `named`: the ids of the projects that a keyword names. */
export interface OrderFilter extends OrderPageInput {
  readonly named?: readonly number[]
}

/** The columns that a keyword is looked for in, besides the name of the project. */
const texts = ['work_order.code', 'work_order.description']

/** More projects are not passed by their ids: with so many, scanning the list finds a page quickly. */
const mostNamed = 5_000

/** Finds the projects that a keyword names first, so that the planner knows how few their orders are. */
export const withNamedProjects = async <Input extends OrderPageInput>(ctx: Ctx, input: Input): Promise<Input & OrderFilter> => {
  if (!input.keyword) return input
  const found = await namedProjects(ctx.db, input.keyword)
    .limit(mostNamed + 1)
    .modifyEnd(plannedByValues)
    .execute()
  return found.length > mostNamed ? input : { ...input, named: found.map(({ id }) => id) }
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
  if (input.keyword) {
    const { keyword } = input
    rows = rows.where((e) =>
      e.or([
        // With so many projects the list is walked, and no index serves it.
        ...(input.named === undefined ? texts.map((column) => seenIn(column, keyword)) : [hasKeyword(texts, keyword)]),
        input.named === undefined
          ? e('work_order.project_id', 'in', namedProjects(e, keyword))
          : sql<boolean>`work_order.project_id = any(${input.named}::bigint[])`,
      ]),
    )
  }
  return rows
}

type Counts = Record<string, number>

/** Of a question that few rows answer, all states are counted in one pass. Undefined if there are many. */
const countTogether = async (ctx: Ctx, kind: OrderKindName, input: OrderFilter): Promise<Counts | undefined> => {
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
  return Object.fromEntries(enums.orderStatus.map((status) => [status, counted.get(status) ?? 0]))
}

type Question = readonly [name: string, found: ReturnType<typeof filteredOrders>]

/** Each count by itself and capped, so that its cost does not grow with the table. */
const countEach = (ctx: Ctx, questions: readonly Question[]): Promise<Counts> =>
  ctx.db
    .selectNoFrom((e) =>
      questions.map(([name, found]) => {
        const capped = found.select(sql`1`.as('one')).limit(limits.totalCap)
        return e
          .selectFrom(capped.as('counted'))
          .select((count) => count.fn.countAll<number>().as('n'))
          .as(name)
      }),
    )
    .executeTakeFirstOrThrow() as Promise<Counts>

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
  const chips: Question[] = [
    ['overdue', filteredOrders(ctx, kind, { ...notOverdue, overdue: true })],
    ['mine', filteredOrders(ctx, kind, { ...notMine, mine: true }).where(isOpen)],
  ]
  const byStatus = (status: (typeof enums.orderStatus)[number]): Question => [
    status,
    filteredOrders(ctx, kind, { ...others, status }),
  ]
  const states = enums.orderStatus.map(byStatus)
  if (!isNarrow) return countEach(ctx, [...states, ...chips])
  const [together, chosen] = await Promise.all([countTogether(ctx, kind, others), countEach(ctx, chips)])
  return { ...(together ?? (await countEach(ctx, states))), ...chosen }
}
