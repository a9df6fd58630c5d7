import type { endpoints, InputOf, OutputOf } from '@emberwatch/contract'
import { sql, type RawBuilder } from 'kysely'
import type { Ctx } from '../../../platform/context.ts'
import { hasKeyword } from '../../../platform/keyword.ts'
import { listPage } from '../../../platform/list.ts'
import { fields } from '../../../platform/rows/columns.ts'
import { shownStatus } from '../../../tables/device-status.ts'
import { pageAlarms } from '../../alarms/alarm/alarm.reads.ts'
import { pageFaults } from '../../alarms/fault/fault.reads.ts'
import { decodePayloads } from './mqtt-payload.ts'

// What the tabs of a gateway's page list. The gateway itself was found in the caller's scope (kernel/schema.ts, `ref`).

type Gateway = typeof endpoints.gateway
type DeviceRow = OutputOf<Gateway['devices']>['list'][number]
type MessageRow = OutputOf<Gateway['messages']>['list'][number]

export const devicesOfGateway = (ctx: Ctx, input: InputOf<Gateway['devices']>): Promise<OutputOf<Gateway['devices']>> => {
  let rows = ctx.db.selectFrom('device').where('device.gateway_id', '=', input.gatewayId).where('device.deleted_at', 'is', null)
  if (input.startTime) rows = rows.where('device.created_at', '>=', input.startTime)
  if (input.endTime) rows = rows.where('device.created_at', '<=', input.endTime)
  if (input.keyword) rows = rows.where(hasKeyword(['device.name', 'device.code', 'device.room_number'], input.keyword))
  return listPage<DeviceRow>(ctx.db, input, {
    rows,
    key: 'device.id',
    sorts: { code: 'device.code' },
    defaultSort: { by: 'code', order: 'asc' },
    read: (ids) =>
      ctx.db
        .selectFrom('device')
        .innerJoin('device_model as model', 'model.id', 'device.model_id')
        .select(fields('device', ['id', 'code', 'name', 'roomNumber', 'battery', 'signal', 'lastSeenAt']))
        .select(['model.name as modelName', shownStatus.as('status')])
        .where('device.id', 'in', ids)
        .execute(),
  })
}

const readMessages = async (ctx: Ctx, picked: RawBuilder<boolean>): Promise<MessageRow[]> => {
  const rows = await ctx.db
    .selectFrom('mqtt_log')
    .leftJoin('gateway', 'gateway.id', 'mqtt_log.gateway_id')
    .select(fields('mqtt_log', ['id', 'at', 'client', 'topic', 'direction', 'payload', 'result', 'reason']))
    .select('gateway.code as gatewayCode')
    .where(picked)
    .execute()
  const decoded = await decodePayloads(ctx, rows)
  return rows.map((row, i) => ({ ...row, decoded: decoded[i] ?? null }))
}

export const messagesOfGateway = (ctx: Ctx, input: InputOf<Gateway['messages']>): Promise<OutputOf<Gateway['messages']>> => {
  let rows = ctx.db.selectFrom('mqtt_log').where('mqtt_log.gateway_id', '=', input.gatewayId)
  if (input.result) rows = rows.where('mqtt_log.result', '=', input.result)
  if (input.startTime) rows = rows.where('mqtt_log.at', '>=', input.startTime)
  if (input.endTime) rows = rows.where('mqtt_log.at', '<=', input.endTime)
  if (input.keyword)
    rows = rows.where(
      sql<boolean>`strpos(lower(mqtt_log.topic || ' ' || coalesce(mqtt_log.payload, '')), lower(${input.keyword})) > 0`,
    )
  return listPage<MessageRow>(ctx.db, input, {
    rows,
    key: 'mqtt_log.id',
    sorts: { at: 'mqtt_log.at' },
    defaultSort: { by: 'at', order: 'desc' },
    partition: 'mqtt_log.at',
    read: (_ids, picked) => readMessages(ctx, picked),
  })
}

/** How many kinds of bad input are listed. */
const kindLimit = 50

export const badInputOfGateway = async (
  ctx: Ctx,
  input: InputOf<Gateway['badInput']>,
): Promise<OutputOf<Gateway['badInput']>> => {
  const [gateway, list] = await Promise.all([
    ctx.db.selectFrom('gateway').select('malformed_count').where('id', '=', input.gatewayId).executeTakeFirst(),
    ctx.db
      .selectFrom('unknown_report')
      .select(fields('unknown_report', ['id', 'kind', 'key', 'count', 'mayBeAlarm', 'firstAt', 'lastAt', 'handledAt']))
      .where('gateway_id', '=', input.gatewayId)
      .orderBy('last_at', 'desc')
      .limit(kindLimit)
      .execute(),
  ])
  return { malformedCount: gateway?.malformed_count ?? 0, list }
}

export const alarmsOfGateway = (
  ctx: Ctx,
  { gatewayId, ...input }: InputOf<Gateway['alarms']>,
): Promise<OutputOf<Gateway['alarms']>> => pageAlarms(ctx, { ...input, gatewayId })

export const faultsOfGateway = (
  ctx: Ctx,
  { gatewayId, ...input }: InputOf<Gateway['faults']>,
): Promise<OutputOf<Gateway['faults']>> => pageFaults(ctx, { ...input, gatewayId })
