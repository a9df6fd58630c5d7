import { orderStatus, enums, type endpoints, type EnumValue, type InputOf, type OutputOf } from '@emberwatch/contract'
import { sql } from 'kysely'
import type { Ctx } from '../../../platform/context.ts'
import { withPlaces } from '../../orders/order/order.filter.ts'
import { askChart, boundsOf, daysAfter, percentOf, periodOf, siteDay, weeksOf } from './home-period.ts'

type Home = typeof endpoints.homeChart

/** The kinds of orders that the caller sees. Engineers see those that they work on. */
export const kindsOf = ({ actor }: Ctx): EnumValue<'orderKind'>[] =>
  enums.orderKind.filter((kind) => actor.operations.has(`${kind}Order:view`))

interface Done {
  readonly kind: EnumValue<'orderKind'>
  readonly day: string
  readonly onTime: number
  readonly late: number
}

const siteZone = sql<string>`project.time_zone`

/**
 * The share of orders finished on time, by the week in which they were due. An order that is past due and unfinished is late; one that is not due yet
 * counts when it is finished. Cancelled ones do not count.
 */
export const orderTimes = async (ctx: Ctx, input: InputOf<Home['orderTimes']>): Promise<OutputOf<Home['orderTimes']>> => {
  const period = await periodOf(ctx, input)
  const kinds = kindsOf(ctx)
  if (kinds.length === 0) return { timeZone: period.timeZone, kinds: [] }
  const read = async (): Promise<OutputOf<Home['orderTimes']>> => {
    const now = ctx.clock.now().toISOString()
    const { condition } = await withPlaces(ctx, { ...input } as Parameters<typeof withPlaces>[1])
    // Orders are due in the future as well, which is not today.
    const { day, isWithin } = siteDay('work_order.due_at', siteZone, period.previousFrom, { ...period, isCurrent: false })
    const { startTime, endTime } = boundsOf(period.previousFrom, period.to)
    const isLate = sql<boolean>`coalesce(work_order.finished_at, ${now}) > work_order.due_at`
    let orders = ctx.db
      .selectFrom('work_order')
      .innerJoin('project', 'project.id', 'work_order.project_id')
      .where('work_order.kind', 'in', kinds)
      .where('work_order.deleted_at', 'is', null)
      .where('work_order.status', '!=', orderStatus.cancelled)
      .where('work_order.due_at', '>=', startTime)
      .where('work_order.due_at', '<', endTime)
      .where(sql<boolean>`(work_order.finished_at is not null or work_order.due_at < ${now})`)
      .where(isWithin)
    if (input.projectId !== undefined) orders = orders.where('work_order.project_id', '=', input.projectId)
    if (condition) orders = orders.where(condition)
    const rows: Done[] = await orders
      .groupBy(['work_order.kind', sql`2`])
      .select([
        'work_order.kind',
        sql<string>`${day}::text`.as('day'),
        sql<number>`(count(*) filter (where not ${isLate}))::integer`.as('onTime'),
        sql<number>`(count(*) filter (where ${isLate}))::integer`.as('late'),
      ])
      .execute()
    const before = period.days.map((_day, index) => daysAfter(period.previousFrom, index))
    return {
      timeZone: period.timeZone,
      kinds: kinds.map((kind) => {
        const own = new Map(rows.filter((row) => row.kind === kind).map((row) => [row.day, row]))
        const of = (days: readonly string[]) => {
          const found = days.flatMap((one) => own.get(one) ?? [])
          const onTime = found.reduce((all, row) => all + row.onTime, 0)
          const late = found.reduce((all, row) => all + row.late, 0)
          return { onTime, late, percent: percentOf(onTime, onTime + late) }
        }
        return {
          kind,
          weeks: weeksOf(period).map(({ days, ...week }) => ({ ...week, ...of(days) })),
          ...of(period.days.map((one) => one.day)),
          previousPercent: of(before).percent,
        }
      }),
    }
  }
  return askChart(ctx, 'orderTimes', input, period, read, kinds)
}
