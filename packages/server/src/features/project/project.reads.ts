import type { endpoints, InputOf, OutputOf } from '@emberwatch/contract'
import type { Ctx } from '../../platform/context.ts'
import { hasKeyword } from '../../platform/keyword.ts'

/** How many choices a drop-down gets at once. Typing narrows them. */
const selectLimit = 200

/** Projects in scope by name or code. */
export const selectProjects = async (
  ctx: Ctx,
  input: InputOf<typeof endpoints.project.select>,
): Promise<OutputOf<typeof endpoints.project.select>> => {
  let query = ctx.db.selectFrom('project').select(['id', 'name']).where('deleted_at', 'is', null)
  if (input.keyword) query = query.where(hasKeyword(['project.name', 'project.code'], input.keyword))
  const rows = await query.orderBy('name').orderBy('id').limit(selectLimit).execute()
  return rows.map((row) => ({ value: row.id, label: row.name }))
}

/** The newest projects in scope whose name or code contains the keyword, for the global search. */
export const projectsFound = (ctx: Ctx, keyword: string, limit: number) =>
  ctx.db
    .selectFrom('project')
    .select(['project.id', 'project.name as title', 'project.code as note'])
    .where('project.deleted_at', 'is', null)
    .where(hasKeyword(['project.name', 'project.code'], keyword))
    .orderBy('project.id', 'desc')
    .limit(limit)
    .execute()
