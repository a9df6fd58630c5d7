import type { endpoints, InputOf, OutputOf } from '@emberwatch/contract'
import type { Ctx } from '../../platform/context.ts'
import { hasKeyword } from '../../platform/keyword.ts'

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
  if (input.devicesOnly) query = query.where('is_gateway', '=', false)
  if (input.series !== undefined) query = query.where('series_id', '=', input.series)
  const rows = await query.orderBy('name').execute()
  return rows.map((row) => ({ value: row.id, label: row.name }))
}

/** The newest devices in scope whose code, name or room contains the keyword, for the global search. */
export const devicesFound = async (ctx: Ctx, keyword: string, limit: number) => {
  const rows = await ctx.db
    .selectFrom('device')
    .leftJoin('project', 'project.id', 'device.project_id')
    .select(['device.id', 'device.code', 'device.name', 'device.room_number', 'project.name as projectName'])
    .where('device.deleted_at', 'is', null)
    .where(hasKeyword(['device.code', 'device.name', 'device.room_number'], keyword))
    .orderBy('device.id', 'desc')
    .limit(limit)
    .execute()
  return rows.map(({ id, code, name, room_number, projectName }) => ({
    id,
    title: code,
    note: [name, room_number, projectName].filter(Boolean).join(' · ') || null,
  }))
}
