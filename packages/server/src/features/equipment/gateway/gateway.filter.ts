import type { endpoints, InputOf } from '@emberwatch/contract'
import { sql, type RawBuilder, type SelectQueryBuilder } from 'kysely'
import type { Ctx } from '../../../platform/context.ts'
import { withKeyword, type FoundRows } from '../../../platform/keyword.ts'
import { filtered } from '../../../platform/rows/filter.ts'
import type { Tables } from '../../../tables/index.ts'
import { filteredByFactory } from '../product-trace/product-trace.rules.ts'

export type GatewayPageInput = InputOf<typeof endpoints.gateway.page>
export type GatewayPresetPageInput = InputOf<typeof endpoints.gatewayPreset.page>
type Gateways = SelectQueryBuilder<Tables, 'gateway', object>

const keywordParts = ['code', 'name'] as const

/** Whether a gateway is overdue. One never heard cannot be overdue. (The last-seen time changes constantly and is in no index.) */
const overdue = async ({ systemDb, clock }: Ctx): Promise<RawBuilder<boolean>> => {
  // Grouped by the few heartbeat intervals there are: looking up each gateway's model takes longer than everything else.
  const models = await systemDb.selectFrom('device_model').select(['id', 'heartbeat_s']).execute()
  const late = [...Map.groupBy(models, (model) => model.heartbeat_s)].map(([seconds, those]) => {
    const since = new Date(clock.now().getTime() - seconds * 1_000).toISOString()
    return sql`(gateway.last_seen_at < ${since} and gateway.model_id = any(${those.map(({ id }) => id)}::bigint[]))`
  })
  return late.length === 0 ? sql<boolean>`false` : sql<boolean>`coalesce(${sql.join(late, sql` or `)}, false)`
}

/** The gateways in the caller's scope that the input asks for. */
export const filteredGateways = async (ctx: Ctx, input: GatewayPageInput): Promise<FoundRows<Gateways>> => {
  const { activated, heartbeatOverdue: isOverdue, bound, keyword } = input
  let rows = filtered(ctx.db.selectFrom('gateway'), 'gateway', input, {
    equal: ['modelId', 'online', 'projectId', 'enabled', 'firmware', 'companyId'],
    between: 'created_at',
  })
  if (input.protocol !== undefined)
    // A protocol has a handful of models, and an index covers model ids.
    rows = rows.where(sql<boolean>`gateway.model_id = any(array(select id from device_model where protocol = ${input.protocol}))`)
  if (activated !== undefined) rows = rows.where('gateway.activated_at', activated ? 'is not' : 'is', null)
  if (bound !== undefined) rows = rows.where('gateway.project_id', bound ? 'is not' : 'is', null)
  if (isOverdue !== undefined) {
    const late = await overdue(ctx)
    rows = rows.where(isOverdue ? late : sql<boolean>`not ${late}`)
  }
  return keyword ? withKeyword(ctx.systemDb, rows, 'gateway', keyword, { parts: keywordParts }) : { rows }
}

/** The gateways in the caller's stock that the input asks for. */
export const filteredPresets = async (ctx: Ctx, input: GatewayPresetPageInput): Promise<FoundRows<Gateways>> => {
  let rows = filtered(ctx.db.selectFrom('gateway'), 'gateway', input, {
    equal: ['modelId', 'batch', 'box', 'pallet', 'companyId'],
    between: 'stocked_at',
  }).where('gateway.project_id', 'is', null)
  rows = filteredByFactory(ctx, 'gateway', rows, input)
  if (input.activated !== undefined) rows = rows.where('gateway.activated_at', input.activated ? 'is not' : 'is', null)
  if (!input.keyword) return { rows }
  return withKeyword(ctx.systemDb, rows, 'gateway', input.keyword, { parts: keywordParts, newestBy: 'stocked_at' })
}
