import { sql } from 'kysely'
import { DomainError, type endpoints, type EnumValue, type InputOf, type OutputOf } from '@emberwatch/contract'
import type { Ctx } from '../../../platform/context.ts'
import { containing, listPage } from '../../../platform/list.ts'
import { maskedName } from '../../../platform/mask.ts'
import { shownDescription } from '../../base/message/message.wording.ts'
import { pageAlarms } from '../../alarms/alarm/alarm.reads.ts'
import { pageFaults } from '../../alarms/fault/fault.reads.ts'
import { readDevices } from './device.rows.ts'

/** Bounds the walk. No place has more replacements than this. */
const lineMax = 50

/**
 * A device that the caller sees and its predecessors at the same place, newest first. Use only for reads of rows that have their own scope:
 * a predecessor may be in stock or belong to somebody else by now, but what happened here is still the caller's to see.
 */
const lineOf = async (ctx: Ctx, id: number): Promise<number[]> => {
  const { rows } = await sql<{ id: number }>`
    with recursive line (id, replaces_id, depth) as (
      select id, replaces_id, 1 from device where id = ${id}
      union all
      select older.id, older.replaces_id, line.depth + 1 from line join device older on older.id = line.replaces_id
       where line.depth < ${lineMax})
    select id from line order by depth`.execute(ctx.systemDb)
  return rows.map((row) => row.id)
}

type Device = typeof endpoints.device

const openAlarms = sql<number>`(
  select count(*) from alarm where alarm.device_id = device.id and alarm.state in ('unconfirmed', 'confirmed')
    and alarm.project_id is not distinct from device.project_id)`
const openFaults = sql<number>`(
  select count(*) from fault where fault.device_id = device.id and fault.state <> 'solved'
    and fault.project_id is not distinct from device.project_id)`

const furtherDetails = (ctx: Ctx, id: number) =>
  ctx.db
    .selectFrom('device')
    .innerJoin('device_model as model', 'model.id', 'device.model_id')
    .leftJoin('customer', 'customer.id', 'device.customer_id')
    .select([
      'device.communication_code as communicationCode',
      'device.imei',
      'device.longitude',
      'device.latitude',
      'device.coordinate_system as coordinateSystem',
      'device.scrap_reason as scrapReason',
      'device.replaces_id',
      'model.heartbeat_s as heartbeatS',
      'model.offline_after_s as offlineAfterS',
      'customer.name as customerName',
      'customer.type as customerType',
      openAlarms.as('openAlarms'),
      openFaults.as('openFaults'),
    ])
    .where('device.id', '=', id)
    .where('device.deleted_at', 'is', null)
    .executeTakeFirst()

/** The devices that preceded and followed this one at its place, as far as the caller sees them. */
const neighboursOf = async (ctx: Ctx, id: number, replacesId: number | null) => {
  const rows = await ctx.db
    .selectFrom('device')
    .select(['id', 'code', 'replaces_id', 'bound_at', 'scrapped_at', 'stocked_at'])
    .where((e) => e.or([e('replaces_id', '=', id), e('id', '=', replacesId ?? 0)]))
    .execute()
  const after = rows.find((row) => row.replaces_id === id)
  const before = rows.find((row) => row.id === replacesId)
  return {
    replaces: before ? { id: before.id, code: before.code, at: before.scrapped_at ?? before.stocked_at } : null,
    replacedBy: after ? { id: after.id, code: after.code, at: after.bound_at ?? after.stocked_at } : null,
  }
}

export const deviceDetail = async (ctx: Ctx, { id }: InputOf<Device['detail']>): Promise<OutputOf<Device['detail']>> => {
  const [[row], more] = await Promise.all([readDevices(ctx, [id]), furtherDetails(ctx, id)])
  if (!row || !more) throw new DomainError('notFound', {}, 'id')
  const { customerName, customerType, replaces_id: replacesId, ...rest } = more
  const named = customerName !== null && customerType === 'person' ? maskedName(customerName) : customerName
  return { ...row, ...rest, customerName: named, ...(await neighboursOf(ctx, id, replacesId)) }
}

export const alarmsOfDevice = async (
  ctx: Ctx,
  { id, ...input }: InputOf<Device['alarms']>,
): Promise<OutputOf<Device['alarms']>> => pageAlarms(ctx, { ...input, deviceIds: await lineOf(ctx, id) })

export const faultsOfDevice = async (
  ctx: Ctx,
  { id, ...input }: InputOf<Device['faults']>,
): Promise<OutputOf<Device['faults']>> => pageFaults(ctx, { ...input, deviceIds: await lineOf(ctx, id) })

const kindsSeen = (ctx: Ctx): EnumValue<'orderKind'>[] =>
  (['install', 'repair', 'inspect', 'maintenance'] as const).filter((kind) => ctx.actor.operations.has(`${kind}Order:view`))

/** Orders that name any device of the line, limited to the kinds that the caller may see. */
export const ordersOfDevice = async (
  ctx: Ctx,
  { id, ...input }: InputOf<Device['orders']>,
): Promise<OutputOf<Device['orders']>> => {
  const line = await lineOf(ctx, id)
  const kinds = kindsSeen(ctx)
  if (line.length === 0 || kinds.length === 0) return { list: [], total: 0, totalCapped: false }
  let rows = ctx.db
    .selectFrom('work_order')
    .where('work_order.deleted_at', 'is', null)
    .where('work_order.kind', 'in', kinds)
    .where(sql<boolean>`work_order.id in (select order_id from order_device where device_id = any(${line}::bigint[]))`)
  if (input.startTime) rows = rows.where('work_order.created_at', '>=', input.startTime)
  if (input.endTime) rows = rows.where('work_order.created_at', '<=', input.endTime)
  if (input.keyword) rows = rows.where('work_order.code', 'ilike', containing(input.keyword))
  return listPage(ctx.db, input, {
    rows,
    key: 'work_order.id',
    sorts: { createdAt: 'work_order.created_at' },
    defaultSort: { by: 'createdAt', order: 'desc' },
    read: async (ids) => {
      const found = await ctx.db
        .selectFrom('work_order')
        .select(['id', 'code', 'kind', 'status', 'description', 'created_at as createdAt', 'finished_at as finishedAt'])
        .select(
          sql<string>`(select string_agg(device.code, ', ' order by device.id desc) from order_device join device on device.id = order_device.device_id
            where order_device.order_id = work_order.id and device.id = any(${line}::bigint[]))`.as('deviceCode'),
        )
        .where('work_order.id', 'in', ids)
        .execute()
      return found.map((row) => ({ ...row, description: shownDescription(ctx, row.description) }))
    },
  })
}
