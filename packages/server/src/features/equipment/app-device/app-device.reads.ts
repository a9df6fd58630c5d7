import { orderStatus, DomainError, type AppFound, type AppHeard, type endpoints, type InputOf } from '@emberwatch/contract'
import { sql } from 'kysely'
import type { Ctx } from '../../../platform/context.ts'
import { refuseField } from '../../../platform/refuse-field.ts'
import { shownStatus } from '../../../tables/device-status.ts'

type App = typeof endpoints.appDevice

/** A test on site lasts at most this long (ms). Older reports are not shown: they may have come from another place. */
const longestTest = 60 * 60_000

/** Until when the project's test covers it. If several apply, the earliest end counts: in doubt, a signal is real. */
const testEndOf = (ctx: Ctx, kind: AppFound['kind']) => {
  const now = ctx.clock.now()
  const covered =
    kind === 'device'
      ? sql`(t.whole or device.id = any (t.device_ids) or device.gateway_id = any (t.gateway_ids))`
      : sql`(t.whole or gateway.id = any (t.gateway_ids))`
  return sql<string | null>`(select max(t.to_at) from project_test t where t.project_id = ${sql.ref(`${kind}.project_id`)}
    and t.ended_at is null and t.from_at <= ${now} and t.to_at > ${now} and ${covered})`
}

const deviceRows = (ctx: Ctx) =>
  ctx.db
    .selectFrom('device')
    .select(['device.id', 'device.last_seen_at as lastSeenAt', 'device.gateway_id', 'device.bound_at'])
    .select([shownStatus.as('status'), testEndOf(ctx, 'device').as('onTestUntil')])
    .where('device.deleted_at', 'is', null)
    .where('device.scrapped_at', 'is', null)

const gatewayRows = (ctx: Ctx) =>
  ctx.db
    .selectFrom('gateway')
    .select(['gateway.id', 'gateway.last_seen_at as lastSeenAt', 'gateway.bound_at'])
    .select([
      sql<'online' | 'offline'>`case when gateway.online then 'online' else 'offline' end`.as('status'),
      testEndOf(ctx, 'gateway').as('onTestUntil'),
    ])
    .where('gateway.deleted_at', 'is', null)

const findDevice = async (ctx: Ctx, code: string): Promise<AppFound | undefined> => {
  const device = await deviceRows(ctx)
    .innerJoin('device_model as model', 'model.id', 'device.model_id')
    .leftJoin('project', 'project.id', 'device.project_id')
    .leftJoin('gateway', 'gateway.id', 'device.gateway_id')
    .select(['device.code', 'device.name', 'device.building', 'device.floor', 'device.room_number', 'device.place'])
    .select(['device.battery', 'device.signal', 'device.enabled', 'device.disabled_reason', 'model.name as modelName'])
    .select(['project.id as projectId', 'project.name as projectName', 'gateway.code as gatewayCode', 'model.test_method'])
    .where(sql<boolean>`lower(device.code) = lower(${code})`)
    .executeTakeFirst()
  if (!device) return undefined
  const {
    building,
    floor,
    room_number,
    place,
    enabled,
    disabled_reason,
    test_method,
    gateway_id: _,
    bound_at: __,
    ...rest
  } = device
  const orders = await ctx.db
    .selectFrom('work_order')
    .innerJoin('order_device', 'order_device.order_id', 'work_order.id')
    .innerJoin('order_engineer', 'order_engineer.order_id', 'work_order.id')
    .select(['work_order.id', 'work_order.code'])
    .where('order_device.device_id', '=', device.id)
    .where('order_engineer.account_id', '=', ctx.actor.accountId)
    .where('work_order.status', 'in', [orderStatus.assigned, orderStatus.accepted, orderStatus.inProgress])
    .where('work_order.deleted_at', 'is', null)
    .orderBy('work_order.id', 'desc')
    .limit(10)
    .execute()
  return {
    ...rest,
    kind: 'device',
    place: [building, floor, room_number, place].flatMap((part) => (part ? [part] : [])),
    disabledReason: enabled ? null : (disabled_reason ?? ''),
    testMethod: test_method,
    orders,
  }
}

const findGateway = async (ctx: Ctx, code: string): Promise<AppFound | undefined> => {
  const gateway = await gatewayRows(ctx)
    .innerJoin('device_model as model', 'model.id', 'gateway.model_id')
    .leftJoin('project', 'project.id', 'gateway.project_id')
    .select(['gateway.code', 'gateway.name', 'gateway.signal', 'gateway.enabled', 'gateway.disabled_reason'])
    .select(['model.name as modelName', 'model.test_method', 'project.id as projectId', 'project.name as projectName'])
    .where(sql<boolean>`lower(gateway.code) = lower(${code})`)
    .executeTakeFirst()
  if (!gateway) return undefined
  const { enabled, disabled_reason, test_method, bound_at: _, ...rest } = gateway
  return {
    ...rest,
    kind: 'gateway',
    battery: null,
    gatewayCode: null,
    place: [],
    disabledReason: enabled ? null : (disabled_reason ?? ''),
    testMethod: test_method,
    orders: [],
  }
}

/**
 * The device or gateway with a scanned code.
 * @throws DomainError deviceMissing, alike for a foreign and a missing one
 */
export const findByCode = async (ctx: Ctx, { code }: InputOf<App['find']>): Promise<AppFound> => {
  const found = (await findDevice(ctx, code)) ?? (await findGateway(ctx, code))
  if (!found) throw new DomainError('deviceMissing', {}, 'code')
  return found
}

/** What was received since a moment, at its present place only. */
export const heardSince = async (ctx: Ctx, { deviceId, gatewayId, since }: InputOf<App['heard']>): Promise<AppHeard> => {
  if ((deviceId === undefined) === (gatewayId === undefined)) refuseField(ctx, 'deviceId', 'required')
  const now = ctx.clock.now()
  const row =
    deviceId === undefined
      ? await gatewayRows(ctx)
          .where('gateway.id', '=', gatewayId ?? 0)
          .executeTakeFirst()
      : await deviceRows(ctx).where('device.id', '=', deviceId).executeTakeFirst()
  if (!row) throw new DomainError('notFound', {}, deviceId === undefined ? 'gatewayId' : 'deviceId')
  const bound = row.bound_at === null ? 0 : Date.parse(row.bound_at)
  const from = new Date(Math.max(Date.parse(since), now.getTime() - longestTest, bound))
  let reports = ctx.db
    .selectFrom('report')
    .select(['report.id', 'report.received_at as at', 'report.type', 'report.code'])
    .where('report.received_at', '>=', from.toISOString())
  reports =
    deviceId === undefined
      ? reports.where('report.gateway_id', '=', row.id).where('report.device_id', 'is', null)
      : reports.where('report.device_id', '=', deviceId)
  const signals = await reports.orderBy('report.received_at', 'desc').orderBy('report.id', 'desc').limit(20).execute()
  return { at: now.toISOString(), status: row.status, lastSeenAt: row.lastSeenAt, onTestUntil: row.onTestUntil, signals }
}
