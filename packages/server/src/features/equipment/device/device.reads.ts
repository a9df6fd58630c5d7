import type { Ctx } from '../../../platform/context.ts'
import { hasKeyword } from '../../../platform/keyword.ts'

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
