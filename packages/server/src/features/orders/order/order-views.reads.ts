import {
  type endpoints,
  type InputOf,
  type OrderKindName,
  type OutputOf,
  enums,
  isClosedOrder,
  type OrderCard,
} from '@emberwatch/contract'
import { sql } from 'kysely'
import type { Ctx } from '../../../platform/context.ts'
import { visibleAccount } from '../../people/account/account.reads.ts'
import { pageOrders, readOrders } from './order.reads.ts'
import { countByStatus, filteredOrders, isOpen, isOverdue, withPlaces } from './order.filter.ts'

type AccountOrders = (typeof endpoints.accountOrder)['repair']

/** The orders of one kind that an account works on or has worked on. @throws DomainError notFound, noAccess */
export const ordersOfAccount =
  (kind: OrderKindName) =>
  async (ctx: Ctx, { accountId, ...filters }: InputOf<AccountOrders>): Promise<OutputOf<AccountOrders>> => {
    const { id } = await visibleAccount(ctx, 'any', accountId)
    return pageOrders(ctx, kind, { ...filters, engineerId: id })
  }

type Repair = typeof endpoints.repairOrder

/** How many orders are in one column of the board and, unless more are asked for, in one day of the calendar; and how many places are on the map. */
const boardCards = 30
const dayCards = 3
const mapPlaces = 1_000

/** One query for all columns or days, in the order of the ids. */
const cardsOf = async (ctx: Ctx, ids: number[]): Promise<Map<number, OrderCard>> =>
  new Map(ids.length === 0 ? [] : (await readOrders(ctx, ids)).map((order) => [order.id, order]))

const pick = (cards: ReadonlyMap<number, OrderCard>, ids: readonly number[]): OrderCard[] =>
  ids.flatMap((id) => cards.get(id) ?? [])

/** Sorts by priority, highest first. The index work_order_board has the same expression. */
const pressing = sql`array_position(array[${sql.join(enums.orderPriority.map((each) => sql.lit(each)))}], work_order.priority)`

/** Open orders by status: highest priority first, then the earliest due. */
export const orderBoard = async (
  ctx: Ctx,
  kind: OrderKindName,
  asked: InputOf<Repair['board']>,
): Promise<OutputOf<Repair['board']>> => {
  const input = await withPlaces(ctx, asked)
  const statuses = enums.orderStatus.filter((status) => !isClosedOrder(status))
  const [counts, ...columns] = await Promise.all([
    countByStatus(ctx, kind, input),
    ...statuses.map((status) =>
      filteredOrders(ctx, kind, { ...input, status })
        .where(isOpen)
        .select('work_order.id')
        .orderBy(pressing)
        .orderBy('work_order.due_at', (order) => order.asc().nullsLast())
        .orderBy('work_order.id')
        .limit(boardCards)
        .execute(),
    ),
  ])
  const cards = await cardsOf(
    ctx,
    columns.flatMap((rows) => rows.map(({ id }) => id)),
  )
  return {
    columns: statuses.map((status, index) => ({
      status,
      total: counts[status].total,
      list: pick(
        cards,
        (columns[index] ?? []).map(({ id }) => id),
      ),
    })),
  }
}

/** The time at which an order is shown in the calendar. The index work_order_day has the same expression. */
const dayAt = sql<string>`coalesce(work_order.scheduled_from, work_order.due_at)`

/** The orders of some days, each in the time zone of its site. */
export const orderCalendar = async (
  ctx: Ctx,
  kind: OrderKindName,
  { from, days, most = dayCards, ...asked }: InputOf<Repair['calendar']>,
): Promise<OutputOf<Repair['calendar']>> => {
  const filters = await withPlaces(ctx, asked)
  // A day more on each side, for the index: no time zone is further from UTC.
  const about = (offset: number) => sql<string>`((${from}::date + ${offset}::integer)::timestamp at time zone 'UTC')`
  const filtered = filteredOrders(ctx, kind, filters)
    .where(sql<boolean>`${dayAt} >= ${about(-1)} and ${dayAt} < ${about(days + 1)}`)
    // Not scoped: the project of an order that the caller sees.
    .innerJoin(sql<{ id: number; time_zone: string }>`project`.as('place'), 'place.id', 'work_order.project_id')
    .select(['work_order.id', dayAt.as('at'), sql<string>`(${dayAt} at time zone place.time_zone)::date`.as('day')])
    // Keeps PostgreSQL from inlining the subquery, so that the day is computed once per order, not once per mention.
    .offset(sql.lit(0))
  const [rows, { undated }, { time_zone: timeZone }] = await Promise.all([
    // In one pass: days at the edges that belong to no local day asked for are dropped after grouping.
    ctx.systemDb
      .selectFrom(filtered.as('found'))
      .groupBy('found.day')
      .having(sql<boolean>`found.day >= ${from}::date and found.day < ${from}::date + ${days}::integer`)
      .select([
        sql<string>`found.day::text`.as('day'),
        sql<number>`count(*)`.as('total'),
        sql<number[]>`to_json((array_agg(found.id order by found.at, found.id))[1:${most}::integer])`.as('ids'),
      ])
      .orderBy('found.day')
      .execute(),
    filteredOrders(ctx, kind, filters)
      .where(sql<boolean>`${dayAt} is null`)
      .where(isOpen)
      .select((e) => e.fn.countAll<number>().as('undated'))
      .executeTakeFirstOrThrow(),
    filters.projectId === undefined
      ? // Not scoped: the caller's own company.
        ctx.systemDb
          .selectFrom('company')
          .select('time_zone')
          .where('id', '=', ctx.actor.companyId ?? 0)
          .executeTakeFirstOrThrow()
      : ctx.db.selectFrom('project').select('time_zone').where('id', '=', filters.projectId).executeTakeFirstOrThrow(),
  ])
  const cards = await cardsOf(
    ctx,
    rows.flatMap(({ ids }) => ids),
  )
  return {
    days: rows.map(({ day, total, ids }) => ({ day, total, list: pick(cards, ids) })),
    undated,
    timeZone,
  }
}

/** Places with open orders, those with overdue work first. */
export const orderMap = async (
  ctx: Ctx,
  kind: OrderKindName,
  asked: InputOf<Repair['map']>,
): Promise<OutputOf<Repair['map']>> => {
  const input = await withPlaces(ctx, asked)
  const counted = filteredOrders(ctx, kind, input)
    .where(isOpen)
    .groupBy('work_order.project_id')
    .select('work_order.project_id')
    .select((e) => [
      e.fn.countAll<number>().as('open'),
      e.fn.countAll<number>().filterWhere(isOverdue(ctx.clock.now())).as('overdue'),
      e.fn.countAll<number>().filterWhere('work_order.priority', '=', 'urgent').as('urgent'),
    ])
  const places = await ctx.db
    .selectFrom(counted.as('counted'))
    .innerJoin('project', 'project.id', 'counted.project_id')
    .select(['project.id as projectId', 'project.name', 'project.address', 'project.latitude', 'project.longitude'])
    .select(['project.coordinate_system as coordinateSystem', 'counted.open', 'counted.overdue', 'counted.urgent'])
    .orderBy('counted.overdue', 'desc')
    .orderBy('counted.open', 'desc')
    .orderBy('project.id')
    .limit(mapPlaces + 1)
    .execute()
  return { places: places.slice(0, mapPlaces), more: places.length > mapPlaces }
}
