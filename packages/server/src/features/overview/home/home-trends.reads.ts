import type { endpoints, OutputOf } from '@emberwatch/contract'
import { sql, type RawBuilder } from 'kysely'
import type { Ctx } from '../../../platform/context.ts'
import { oneOfFewStatistics } from '../../../platform/few-at-once.ts'
import { questionOf } from '../../../platform/list.ts'
import { alarmTrend } from './home-alarms.reads.ts'
import { onlineRate } from './home-online.reads.ts'
import { kindsOf } from './home-orders.reads.ts'
import { askOnce, chartRestMs, periodOf, type Period } from './home-period.ts'

type Trends = OutputOf<typeof endpoints.homeChart.trends>

interface OfDay {
  readonly day: string
  readonly n: number
}

const dayOf = (column: string, { timeZone }: Period): RawBuilder<string> =>
  sql<string>`(${sql.ref(column)} at time zone ${timeZone})::date::text`

const startsAt = ({ days }: Period): string => days[0]?.startsAt ?? ''

/** What began on each day, as the indexes of the lists find it. */
const newFaults = (ctx: Ctx, period: Period) =>
  ctx.db
    .selectFrom('fault')
    .where('fault.first_at', '>=', startsAt(period))
    .where('fault.test', '=', false)
    .groupBy(sql`1`)
    .select((e) => [dayOf('fault.first_at', period).as('day'), e.fn.countAll<number>().as('n')])

const newOrders = (ctx: Ctx, period: Period) =>
  ctx.db
    .selectFrom('work_order')
    .where('work_order.kind', 'in', kindsOf(ctx))
    .where('work_order.created_at', '>=', startsAt(period))
    .where('work_order.deleted_at', 'is', null)
    .groupBy(sql`1`)
    .select((e) => [dayOf('work_order.created_at', period).as('day'), e.fn.countAll<number>().as('n')])

const countByDay = async (
  ctx: Ctx,
  { days }: Period,
  query: ReturnType<typeof newFaults> | ReturnType<typeof newOrders>,
): Promise<number[]> => {
  const ask = () => oneOfFewStatistics(async (): Promise<OfDay[]> => query.execute())
  const rows = await askOnce(ctx, questionOf(query.compile()), ask, chartRestMs)
  const counts = new Map(rows.map(({ day, n }) => [day, n]))
  return days.map(({ day }) => counts.get(day) ?? 0)
}

/** What the tiles of the home page show of the past. Alarms and online rates are the answers that the charts share. */
export const homeTrends = async (ctx: Ctx): Promise<Trends> => {
  const { operations } = ctx.actor
  const mayDevices = operations.has('device:view')
  const mayGateways = operations.has('gateway:view')
  const period = await periodOf(ctx, {})
  const [alarms, faults, orders, online] = await Promise.all([
    operations.has('alarm:view') ? alarmTrend(ctx, {}) : null,
    operations.has('fault:view') ? countByDay(ctx, period, newFaults(ctx, period)) : null,
    kindsOf(ctx).length > 0 ? countByDay(ctx, period, newOrders(ctx, period)) : null,
    mayDevices || mayGateways ? onlineRate(ctx, {}) : null,
  ])
  const rates = online === null || online.tooMany ? null : online.days
  return {
    alarms: alarms && alarms.days.map(({ open, confirmed, falseAlarm, other }) => open + confirmed + falseAlarm + other),
    faults,
    orders,
    devices: mayDevices ? rates && rates.map(({ devices }) => devices) : null,
    gateways: mayGateways ? rates && rates.map(({ gateways }) => gateways) : null,
  }
}
