import type { endpoints, InputOf, OutputOf } from '@emberwatch/contract'
import type { Ctx } from '../../platform/context.ts'

export const selectSeries = async (ctx: Ctx): Promise<OutputOf<typeof endpoints.device.seriesSelect>> => {
  const rows = await ctx.db
    .selectFrom('device_series')
    .select(['id', 'name'])
    .where('enabled', '=', true)
    .orderBy('name')
    .execute()
  return rows.map((row) => ({ value: row.id, label: row.name }))
}

/** Enabled models, all or of one series. */
export const selectModels = async (
  ctx: Ctx,
  input: InputOf<typeof endpoints.device.modelSelect>,
): Promise<OutputOf<typeof endpoints.device.modelSelect>> => {
  let query = ctx.db.selectFrom('device_model').select(['id', 'name']).where('enabled', '=', true)
  if (input.series !== undefined) query = query.where('series_id', '=', input.series)
  const rows = await query.orderBy('name').execute()
  return rows.map((row) => ({ value: row.id, label: row.name }))
}
