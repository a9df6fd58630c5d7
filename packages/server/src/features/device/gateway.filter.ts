import type { endpoints, InputOf } from '@emberwatch/contract'
import { sql, type RawBuilder, type SelectQueryBuilder } from 'kysely'
import type { Ctx } from '../../platform/context.ts'
import { hasKeyword } from '../../platform/keyword.ts'
import { filtered } from '../../platform/rows/filter.ts'
import type { Tables } from '../../tables/index.ts'

export type GatewayPageInput = InputOf<typeof endpoints.gateway.page>
export type GatewayPresetPageInput = InputOf<typeof endpoints.gatewayPreset.page>
type Gateways = SelectQueryBuilder<Tables, 'gateway', object>

const keywordIn = (keyword: string): RawBuilder<boolean> => hasKeyword(['gateway.code', 'gateway.name'], keyword)

/**
 * It should have said something by now. One that was never heard has nothing to be late with. The patience of its own model is asked for those only that
 * are too late for the least patient one. (When it was last seen changes all the time and is in no index.)
 */
const overdue = (now: string): RawBuilder<boolean> => sql<boolean>`(
  coalesce(gateway.last_seen_at < ${now}::timestamptz - (select min(fastest.heartbeat_s) from device_model as fastest) * interval '1 second', false)
  and gateway.last_seen_at < ${now}::timestamptz
    - (select model.heartbeat_s from device_model as model where model.id = gateway.model_id) * interval '1 second')`

/** The caller's gateways that an input asks for. */
export const filteredGateways = (ctx: Ctx, input: GatewayPageInput): Gateways => {
  const { activated, heartbeatOverdue: isOverdue, bound, keyword } = input
  let rows = filtered(ctx.db.selectFrom('gateway'), 'gateway', input, {
    equal: ['modelId', 'online', 'projectId', 'enabled', 'firmware', 'companyId'],
    between: 'created_at',
  })
  if (input.protocol !== undefined)
    // A protocol has a handful of models: by their ids an index serves it.
    rows = rows.where(sql<boolean>`gateway.model_id = any(array(select id from device_model where protocol = ${input.protocol}))`)
  if (activated !== undefined) rows = rows.where('gateway.activated_at', activated ? 'is not' : 'is', null)
  if (bound !== undefined) rows = rows.where('gateway.project_id', bound ? 'is not' : 'is', null)
  if (isOverdue !== undefined) {
    const late = overdue(ctx.clock.now().toISOString())
    rows = rows.where(isOverdue ? late : sql<boolean>`not ${late}`)
  }
  return keyword ? rows.where(keywordIn(keyword)) : rows
}

/** The caller's gateways in stock that an input asks for. */
export const filteredPresets = (ctx: Ctx, input: GatewayPresetPageInput): Gateways => {
  let rows = filtered(ctx.db.selectFrom('gateway'), 'gateway', input, {
    equal: ['modelId', 'batch', 'companyId'],
    between: 'stocked_at',
  }).where('gateway.project_id', 'is', null)
  if (input.activated !== undefined) rows = rows.where('gateway.activated_at', input.activated ? 'is not' : 'is', null)
  return input.keyword ? rows.where(keywordIn(input.keyword)) : rows
}
