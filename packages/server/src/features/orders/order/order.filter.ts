import { enums, isClosedOrder, limits, type OrderKindName, type endpoints, type InputOf } from '@emberwatch/contract'
import { expressionBuilder, sql, type ExpressionBuilder, type RawBuilder } from 'kysely'
import type { Ctx } from '../../../platform/context.ts'
import { findsKeyword, hasKeyword, isCommonIn, seenIn } from '../../../platform/keyword.ts'
import { plannedByValues } from '../../../platform/database/statement-names.ts'
import { cappedAt, countSeveral, type RowCount } from '../../../platform/list.ts'
import { filtered } from '../../../platform/rows/filter.ts'
import { inZone } from '../../sites/project/project.filter.ts'
import { ofBranch } from '../../base/tenant/tenant.reads.ts'
import type { Tables } from '../../../tables/index.ts'

export type OrderPageInput = InputOf<typeof endpoints.repairOrder.page>

/** The work is not finished. Written out, so that the partial indexes apply. */
export const isOpen = sql<boolean>`work_order.status not in ('complete', 'cancelled')`

/** Past due and not finished. An order on hold can be overdue too: the person who waits for it has not agreed to a later time. */
export const isOverdue = (now: Date) =>
  sql<boolean>`(work_order.due_at < ${now} and work_order.finished_at is null and ${isOpen})`

/**
 * Assigned to an account. As a subquery of ids: a join would walk all orders, newest first, to find the few of somebody who has none of
 * this kind.
 */
export const isAssigned = (accountId: number | null) =>
  sql<boolean>`work_order.id = any(array(select order_id from order_engineer where account_id = ${accountId}::bigint))`

/** Counts of orders by status, lateness and whether they are the caller's own. */
interface Tally {
  readonly status: Status
  readonly late: boolean
  readonly own: boolean
  readonly n: number
}

/**
 * A filter of orders. `found`: the condition that the keyword became. `tallies`: the counts of what it finds, unless that is more than is
 * counted.
 */
export interface OrderFilter extends OrderPageInput {
  readonly found?: RawBuilder<boolean>
  readonly tallies?: readonly Tally[]
  /** Of a company and those below it, or in an area. */
  readonly condition?: RawBuilder<boolean>
}

/** Works out once what `companyId`, the area and the project type of an input mean, for all that is asked of these orders. */
export const withPlaces = async <I extends Partial<OrderPageInput>>(
  ctx: Ctx,
  input: I,
): Promise<I & Pick<OrderFilter, 'condition'>> => {
  const zone = await inZone(ctx.db, 'work_order', input)
  const branch = input.companyId === undefined ? undefined : await ofBranch(ctx, 'work_order', input.companyId)
  const conditions = [zone, branch].filter((one) => one !== undefined)
  return conditions.length === 0 ? input : { ...input, condition: sql<boolean>`(${sql.join(conditions, sql` and `)})` }
}

/** The columns that a keyword is searched in, besides the project's name and the devices' codes. */
const texts = ['code', 'description']

/** Beyond this many projects, no list of ids is passed: scanning the orders then finds a page quickly. */
const mostNamed = 5_000
/** Beyond this many devices, a keyword is not about one of them. */
const mostDevices = 200
/** Up to this many orders are passed as a list of ids. */
const mostFound = 1_000

const namedProjects = (e: Pick<ExpressionBuilder<Tables, never>, 'selectFrom'>, isNamed: RawBuilder<boolean>) =>
  e.selectFrom('project').select('project.id').where(isNamed)

/** The condition for a keyword, tested row by row. */
const seen = (keyword: string, isNamed: RawBuilder<boolean>): RawBuilder<boolean> => {
  const conditions = texts.map((column) => seenIn(`work_order.${column}`, keyword))
  return sql`(${sql.join(conditions, sql` or `)} or work_order.project_id in (${namedProjects(expressionBuilder(), isNamed)}))`
}

/** The filter without status, lateness and assignment: what all counts of a list have in common. */
const inAnyState = ({ status: _status, overdue: _overdue, mine: _mine, ...always }: OrderFilter): OrderFilter => always

/** Orders with the facts that are counted, up to one more than the cap. */
const talliedRows = (ctx: Ctx, kind: OrderKindName, input: OrderFilter) =>
  filteredOrders(ctx, kind, input)
    .select(['work_order.id', 'work_order.status'])
    .select(sql<boolean>`coalesce(${isOverdue(ctx.clock.now())}, false)`.as('late'))
    // Not `isAssigned`: here each row is looked up in a hash.
    .select(
      sql<boolean>`work_order.id in (select order_id from order_engineer where account_id = ${ctx.actor.accountId}::bigint)`.as(
        'own',
      ),
    )
    .limit(sql.lit(limits.totalCap + 1))

/** Devices whose code contains the keyword; none if there are too many, as people who look for a device give most of its code. */
const codedDevices = async (ctx: Ctx, keyword: string): Promise<number[]> => {
  const rows = await ctx.db
    .selectFrom('device')
    .select('device.id')
    .where(await findsKeyword(ctx.systemDb, 'device', ['code'], keyword))
    .limit(mostDevices + 1)
    .modifyEnd(plannedByValues)
    .execute()
  return rows.length > mostDevices ? [] : rows.map(({ id }) => id)
}

/** Runs the keyword search first, so that the planner knows how few rows it finds. */
export const withKeywordFound = async (ctx: Ctx, kind: OrderKindName, input: OrderFilter): Promise<OrderFilter> => {
  const { keyword, ...others } = input
  if (!keyword) return input
  const isCommon = await isCommonIn(ctx.systemDb, ctx.db.selectFrom('project'), 'project', 'name', keyword)
  const projects = isCommon
    ? []
    : await namedProjects(ctx.db, await findsKeyword(ctx.systemDb, 'project', ['name'], keyword))
        .limit(mostNamed + 1)
        .modifyEnd(plannedByValues)
        .execute()
  // Then the list is scanned: no index helps, and matches are not rare.
  if (isCommon || projects.length > mostNamed) return { ...others, found: seen(keyword, seenIn('project.name', keyword)) }
  const isWritten = await findsKeyword(ctx.systemDb, 'work_order', texts, keyword)
  const devices = await codedDevices(ctx, keyword)
  const found = sql<boolean>`(${isWritten} or work_order.project_id = any(${projects.map(({ id }) => id)}::bigint[])
    or work_order.id in (select order_id from order_device where device_id = any(${devices}::bigint[])))`
  const tallied = await talliedRows(ctx, kind, { ...inAnyState(others), found })
    .modifyEnd(plannedByValues)
    .execute()
  if (tallied.length > limits.totalCap) return { ...input, found }
  const tallies = tallied.map((row) => ({ ...row, n: 1 }))
  // Beyond this, no list of ids is passed: scanning the list soon finds a page.
  if (tallied.length > mostFound) return { ...input, found, tallies }
  return { ...input, found: sql`work_order.id = any(${tallied.map(({ id }) => id)}::bigint[])`, tallies }
}

/** The orders of a kind in the caller's scope that match the filter. */
export const filteredOrders = (ctx: Ctx, kind: OrderKindName, input: OrderFilter) => {
  const ofKind = ctx.db.selectFrom('work_order').where('work_order.kind', '=', kind).where('work_order.deleted_at', 'is', null)
  let rows = filtered(ofKind, 'work_order', input, {
    equal: ['status', 'origin', 'priority', 'projectId', 'customerId'],
    between: 'created_at',
  })
  if (input.open !== undefined) rows = rows.where(input.open ? isOpen : sql<boolean>`not ${isOpen}`)
  if (input.dueFrom) rows = rows.where('work_order.due_at', '>=', input.dueFrom)
  if (input.dueTo) rows = rows.where('work_order.due_at', '<=', input.dueTo)
  if (input.code) rows = rows.where(hasKeyword(['work_order.code'], input.code))
  if (input.engineerId !== undefined) rows = rows.where(isAssigned(input.engineerId))
  // Closed orders are never overdue.
  const isClosed = input.status !== undefined && isClosedOrder(input.status)
  if (input.overdue !== undefined && !(isClosed && !input.overdue)) {
    const late = isOverdue(ctx.clock.now())
    rows = rows.where(input.overdue ? late : sql<boolean>`not coalesce(${late}, false)`)
  }
  if (input.mine) rows = rows.where(isAssigned(ctx.actor.accountId))
  if (input.ratingMost !== undefined) rows = rows.where('work_order.rating', '<=', input.ratingMost)
  if (input.condition) rows = rows.where(input.condition)
  if (input.found) return rows.where(input.found)
  return input.keyword ? rows.where(seen(input.keyword, hasKeyword(['project.name'], input.keyword))) : rows
}

type Status = (typeof enums.orderStatus)[number]
type Counts = Record<Status | 'overdue' | 'mine', RowCount>

/** Computes all counts in one pass if few rows match. Undefined if there are many. */
const tally = async (ctx: Ctx, kind: OrderKindName, input: OrderFilter): Promise<readonly Tally[] | undefined> => {
  const found = await ctx.db
    .selectFrom(talliedRows(ctx, kind, input).as('some'))
    .groupBy(['some.status', 'some.late', 'some.own'])
    .select(['some.status', 'some.late', 'some.own'])
    .select((e) => e.fn.countAll<number>().as('n'))
    .modifyEnd(plannedByValues)
    .execute()
  return found.reduce((sum, { n }) => sum + n, 0) > limits.totalCap ? undefined : found
}

const countTallies = (tallies: readonly Tally[], { overdue, mine }: OrderFilter): Counts => {
  const count = (isCounted: (one: Tally) => boolean): RowCount =>
    cappedAt(tallies.reduce((sum, one) => (isCounted(one) ? sum + one.n : sum), 0))
  const asLate = ({ late }: Tally) => overdue === undefined || late === overdue
  const asOwn = ({ own }: Tally) => !mine || own
  const states = enums.orderStatus.map(
    (status) => [status, count((one) => one.status === status && asLate(one) && asOwn(one))] as const,
  )
  return {
    ...(Object.fromEntries(states) as Record<Status, RowCount>),
    overdue: count((one) => one.late && asOwn(one)),
    mine: count((one) => one.own && !isClosedOrder(one.status) && asLate(one)),
  }
}

/**
 * Counts orders by status under all filters except the status, and those overdue or assigned to the caller under all filters except that
 * one. Each count is capped like a list's total.
 */
export const countByStatus = async (ctx: Ctx, kind: OrderKindName, input: OrderFilter): Promise<Counts> => {
  const { status: _status, tallies, ...others } = input
  if (tallies) return countTallies(tallies, others)
  const { overdue: _overdue, ...notOverdue } = others
  const { mine: _mine, ...notMine } = others
  const { projectId, customerId, engineerId, mine, code, keyword, overdue, condition, dueFrom } = others
  // A keyword without tallies matches more than is counted.
  if (
    others.found === undefined &&
    [projectId, customerId, engineerId, code, keyword, condition, dueFrom].some((value) => value !== undefined)
  ) {
    const few = await tally(ctx, kind, inAnyState(others))
    if (few) return countTallies(few, others)
  }
  const chips = [
    ['overdue', filteredOrders(ctx, kind, { ...notOverdue, overdue: true })],
    ['mine', filteredOrders(ctx, kind, { ...notMine, mine: true }).where(isOpen)],
  ] as const
  const states = enums.orderStatus.map((status) => [status, filteredOrders(ctx, kind, { ...others, status })] as const)
  // For these, only the value tells whether few rows have it.
  const { ratingMost, priority, origin } = others
  const isRare = [ratingMost, priority, origin].some((value) => value !== undefined)
  const count = <Name extends string>(questions: readonly (readonly [Name, ReturnType<typeof filteredOrders>])[]) =>
    countSeveral(ctx.db, questions, isRare ? plannedByValues : undefined)
  // Nearly all orders are not overdue.
  if (!mine && !overdue) return count([...states, ...chips])
  const [few, chosen] = await Promise.all([tally(ctx, kind, others), count(chips)])
  return { ...(few ? countTallies(few, others) : await count(states)), ...chosen }
}
