import { DomainError, faultCode, type endpoints, type InputOf, type OutputOf } from '@emberwatch/contract'
import { sql } from 'kysely'
import type { Ctx } from '../../../platform/context.ts'
import { sameAs } from './fault.filter.ts'
import { readFaults } from './fault.reads.ts'

type Fault = typeof endpoints.fault

/** The most signals that a page shows. */
const signalsShown = 100
/** How far a device's clock, plus the time of transmission, may differ from our clock. */
const clockSlack = sql`interval '1 hour'`

/** @throws notFound */
export const faultDetail = async (ctx: Ctx, { id }: InputOf<Fault['detail']>): Promise<OutputOf<Fault['detail']>> => {
  const [[row], own] = await Promise.all([
    readFaults(ctx, [id]),
    ctx.db
      .selectFrom('fault')
      .select(['gateway_id', 'snoozed_at', 'device_id', 'first_at', 'solved_at', 'source_code', 'source_format'])
      .where('id', '=', id)
      .executeTakeFirst(),
  ])
  if (!row || !own) throw new DomainError('notFound', {}, 'id')
  const [signals, orders, related] = await Promise.all([
    own.device_id === null
      ? []
      : ctx.db
          .selectFrom('report')
          .select([
            'received_at as receivedAt',
            'device_time as deviceTime',
            'sent_time as sentTime',
            'problem',
            'type',
            'format',
            'code',
          ])
          .where('device_id', '=', own.device_id)
          // The index of device signals contains no others.
          .where(sql<boolean>`(type is null or type not in ('telemetry', 'heartbeat'))`)
          .where('format', '=', own.source_format)
          .where('code', '=', own.source_code)
          .where(sql<boolean>`received_at between ${own.first_at}::timestamptz - ${clockSlack}
            and coalesce(${own.solved_at}::timestamptz + ${clockSlack}, 'infinity')`)
          .orderBy('received_at', 'desc')
          .limit(signalsShown)
          .execute(),
    ctx.db
      .selectFrom('order_fault')
      .innerJoin('work_order as order', 'order.id', 'order_fault.order_id')
      .leftJoin('account as creator', 'creator.id', 'order.created_by')
      .select(['order.id', 'order.code', 'order.status', 'order.created_at as createdAt', 'creator.name as createdBy'])
      .select(['order.finished_at as finishedAt', 'order.complete_type as completeType', 'order.complete_note as completeNote'])
      .where('order_fault.fault_id', '=', id)
      .where('order.deleted_at', 'is', null)
      .orderBy('order.id')
      .execute(),
    ctx.db
      .selectFrom('fault')
      .innerJoin('fault as other', (join) => join.on(sql<boolean>`${sameAs('other')} and other.id <> fault.id`))
      .select(['other.id', 'other.state', 'other.first_at as firstAt', 'other.solved_at as solvedAt'])
      .select(['other.solved_way as solvedWay', 'other.note'])
      .where('fault.id', '=', id)
      .orderBy('other.id', 'desc')
      .limit(20)
      .execute(),
  ])
  return {
    ...row,
    gatewayId: own.gateway_id,
    snoozedAt: row.snoozedUntil === null ? null : own.snoozed_at,
    signals,
    orders,
    related: related.map((other) => ({ ...other, code: faultCode(other.id, other.firstAt, row.timeZone) })),
  }
}
