import type { endpoints, InputOf, OutputOf } from '@emberwatch/contract'
import type { RawBuilder } from 'kysely'
import type { Ctx } from '../../../platform/context.ts'
import { startExport, type ExportDefinition } from '../../../platform/exports.ts'
import { containing, listPage } from '../../../platform/list.ts'
import { decodePayloads } from '../../equipment/gateway/mqtt-payload.ts'

type Entries = typeof endpoints.systemLog
type PageInput = InputOf<Entries['mqtt']>
type Row = OutputOf<Entries['mqtt']>['list'][number]

const filtered = (ctx: Ctx, input: PageInput) => {
  let rows = ctx.db.selectFrom('mqtt_log')
  if (input.client) rows = rows.where('mqtt_log.client', 'ilike', containing(input.client))
  if (input.topic) rows = rows.where('mqtt_log.topic', 'ilike', containing(input.topic))
  if (input.result) rows = rows.where('mqtt_log.result', '=', input.result)
  if (input.startTime) rows = rows.where('mqtt_log.at', '>=', input.startTime)
  if (input.endTime) rows = rows.where('mqtt_log.at', '<=', input.endTime)
  if (!input.keyword) return rows
  const like = containing(input.keyword)
  return rows.where((e) => e.or([e('mqtt_log.client', 'ilike', like), e('mqtt_log.topic', 'ilike', like)]))
}

const read = async (ctx: Ctx, picked: RawBuilder<boolean>): Promise<Row[]> => {
  const rows = await ctx.db
    .selectFrom('mqtt_log')
    .leftJoin('gateway', 'gateway.id', 'mqtt_log.gateway_id')
    .select([
      'mqtt_log.id',
      'mqtt_log.at',
      'mqtt_log.client',
      'mqtt_log.topic',
      'mqtt_log.direction',
      'mqtt_log.payload',
      'mqtt_log.result',
      'mqtt_log.reason',
      'gateway.code as gatewayCode',
    ])
    .where(picked)
    .execute()
  const decoded = await decodePayloads(ctx, rows)
  return rows.map((row, i) => ({ ...row, decoded: decoded[i] ?? null }))
}

export const pageMqttLog = (ctx: Ctx, input: PageInput): Promise<OutputOf<Entries['mqtt']>> =>
  listPage<Row>(ctx.db, input, {
    rows: filtered(ctx, input),
    key: 'mqtt_log.id',
    sorts: { at: 'mqtt_log.at' },
    defaultSort: { by: 'at', order: 'desc' },
    partition: 'mqtt_log.at',
    read: (_ids, picked) => read(ctx, picked),
  })

export const mqttLogExport: ExportDefinition = {
  columns: [
    { field: 'at' },
    { field: 'gatewayCode' },
    { field: 'client' },
    { field: 'topic', width: 40 },
    { field: 'direction', width: 10 },
    { field: 'result', width: 12 },
    { field: 'reason' },
    { field: 'payload', width: 60 },
  ],
  page: (ctx, input) => pageMqttLog(ctx, input as PageInput),
}

export const exportMqttLog = (ctx: Ctx, input: InputOf<Entries['exportMqtt']>): Promise<{ exportId: number }> =>
  startExport(ctx, 'mqttLog', input)
