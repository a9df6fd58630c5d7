import { alarmCode, DomainError, faultCode, type endpoints, type InputOf, type OutputOf } from '@emberwatch/contract'
import { sql } from 'kysely'
import type { Ctx } from '../../../platform/context.ts'

type Story = typeof endpoints.repairStory
type Heard = OutputOf<Story['ofOrder']>['heard']

const notified = ['create', 'start', 'complete', 'agree', 'deny', 'appraise', 'cancel']
/** More than anybody reads. */
const signalsShown = 20

/** The steps of orders, oldest first. */
const stepsOf = async (ctx: Ctx, orderIds: readonly number[]) => {
  const rows = await ctx.db
    .selectFrom('order_history as history')
    .leftJoin('account as actor', 'actor.id', 'history.actor_id')
    .select(['history.id', 'history.order_id', 'history.action', 'history.at', 'history.note', 'actor.name as actor'])
    .where('history.order_id', 'in', [...orderIds])
    .where('history.action', 'in', notified)
    .orderBy('history.id')
    .execute()
  return Map.groupBy(rows, ({ order_id: order }) => order)
}

/**
 * What the devices of an order sent between its start and its completion: alarms and tests that somebody triggered to check them. A swapped
 * device counts together with its replacement.
 */
const heardOf = (ctx: Ctx, orderId: number, from: string, to: string | null): Promise<Heard> =>
  ctx.db
    .selectFrom('report')
    .innerJoin('device', 'device.id', 'report.device_id')
    .select(['report.id', 'report.received_at as at', 'device.id as deviceId', 'device.code as deviceCode'])
    .select((e) => [e.ref('report.type').$notNull().as('type'), 'report.format', 'report.code'])
    .where(
      sql<boolean>`report.device_id in (
        select device_id from order_device where order_id = ${orderId}
        union select new_device_id from order_part where order_id = ${orderId})`,
    )
    // A literal, so that the index of device signals applies.
    .where(sql<boolean>`report.type in ('alarm', 'test')`)
    .where('report.received_at', '>=', from)
    .where(sql<boolean>`report.received_at <= coalesce(${to}::timestamptz, 'infinity')`)
    .orderBy('report.received_at', 'desc')
    .limit(signalsShown)
    .execute()

const startOf = (steps: readonly { action: string; at: string }[]): string | null =>
  steps.findLast(({ action }) => action === 'start')?.at ?? null

/** The repair orders of an alarm, oldest first. */
export const repairsOfAlarm = async (ctx: Ctx, { id }: InputOf<Story['ofAlarm']>): Promise<OutputOf<Story['ofAlarm']>> => {
  const orders = await ctx.db
    .selectFrom('work_order')
    .select(['id', 'code', 'status', 'finished_at as finishedAt', 'complete_type as completeType'])
    .select(['complete_note as completeNote', 'cause', 'action', 'retest', 'created_at'])
    .where('alarm_id', '=', id)
    .where('kind', '=', 'repair')
    .where('deleted_at', 'is', null)
    .orderBy('id')
    .execute()
  if (orders.length === 0) return []
  const steps = await stepsOf(
    ctx,
    orders.map((order) => order.id),
  )
  return Promise.all(
    orders.map(async ({ created_at: createdAt, ...order }) => {
      const own = steps.get(order.id) ?? []
      const startedAt = startOf(own)
      return {
        ...order,
        startedAt,
        steps: own.map(({ order_id: _order, ...step }) => step),
        heard: await heardOf(ctx, order.id, startedAt ?? createdAt, order.finishedAt),
      }
    }),
  )
}

const alarmOf = async (ctx: Ctx, id: number): Promise<OutputOf<Story['ofOrder']>['alarm']> => {
  const alarm = await ctx.db
    .selectFrom('alarm')
    .innerJoin('alarm_type as type', 'type.id', 'alarm.type_id')
    .innerJoin('company', 'company.id', 'alarm.company_id')
    .leftJoin('project', 'project.id', 'alarm.project_id')
    .select(['alarm.id', 'alarm.state', 'alarm.first_at as firstAt', 'alarm.closed_at as closedAt', 'alarm.cause', 'alarm.note'])
    .select(['type.name_zh as typeNameZh', 'type.name_en as typeNameEn'])
    .select((e) => e.fn.coalesce('project.time_zone', 'company.time_zone').as('timeZone'))
    .where('alarm.id', '=', id)
    .executeTakeFirst()
  if (!alarm) return null
  const { timeZone, ...row } = alarm
  return { ...row, code: alarmCode(row.id, row.firstAt, timeZone) }
}

/** What a repair order was created from. */
export const originOfOrder = async (ctx: Ctx, { id }: InputOf<Story['ofOrder']>): Promise<OutputOf<Story['ofOrder']>> => {
  const order = await ctx.db
    .selectFrom('work_order')
    .select(['alarm_id', 'created_at', 'finished_at'])
    .where('id', '=', id)
    .where('kind', '=', 'repair')
    .where('deleted_at', 'is', null)
    .executeTakeFirst()
  if (!order) throw new DomainError('notFound', {}, 'id')
  const [steps, alarm, faults] = await Promise.all([
    stepsOf(ctx, [id]),
    order.alarm_id === null ? null : alarmOf(ctx, order.alarm_id),
    ctx.db
      .selectFrom('order_fault')
      .innerJoin('fault', 'fault.id', 'order_fault.fault_id')
      .innerJoin('fault_type as type', 'type.id', 'fault.type_id')
      .innerJoin('company', 'company.id', 'fault.company_id')
      .leftJoin('project', 'project.id', 'fault.project_id')
      .leftJoin('device', 'device.id', 'fault.device_id')
      .leftJoin('gateway', 'gateway.id', 'fault.gateway_id')
      .select(['fault.id', 'fault.state', 'fault.first_at as firstAt', 'fault.solved_at as solvedAt'])
      .select(['type.name_zh as typeNameZh', 'type.name_en as typeNameEn'])
      .select(['device.code as deviceCode', 'gateway.code as gatewayCode'])
      .select((e) => e.fn.coalesce('project.time_zone', 'company.time_zone').as('timeZone'))
      .select(sql<boolean>`fault.order_id is distinct from ${id}`.as('released'))
      .where('order_fault.order_id', '=', id)
      .orderBy('fault.id')
      .execute(),
  ])
  const startedAt = startOf(steps.get(id) ?? [])
  return {
    alarm,
    faults: faults.map(({ timeZone, ...fault }) => ({ ...fault, code: faultCode(fault.id, fault.firstAt, timeZone) })),
    heard: await heardOf(ctx, id, startedAt ?? order.created_at, order.finished_at),
    startedAt,
  }
}
