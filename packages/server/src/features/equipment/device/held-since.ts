import { sql } from 'kysely'
import type { Ctx } from '../../../platform/context.ts'
import { isOwner } from '../../../platform/database/scope.ts'

/**
 * Since when a device or gateway belongs to the caller; earlier readings are not for the caller. For anyone who sees it through its place,
 * such as its project, this is when it came there. For the company that has it, it is the last step in its trace, up to its present place,
 * that the caller does not see. Null if the caller sees all steps.
 */
export const heldSince = async (ctx: Ctx, id: number, kind: 'device' | 'gateway' = 'device'): Promise<string | null> => {
  const column = `${kind}_id` as const
  const [all, seen, row] = await Promise.all([
    // Not scoped: reads only when it was, not what.
    ctx.systemDb
      .selectFrom('device_trace')
      .select(['id', 'at'])
      .where(column, '=', id)
      .where(sql<boolean>`at <= coalesce((select bound_at from ${sql.table(kind)} where id = ${id}), 'infinity')`)
      .orderBy('at', 'desc')
      .execute(),
    ctx.db.selectFrom('device_trace').select('id').where(column, '=', id).execute(),
    ctx.db.selectFrom(kind).select(['path', 'bound_at']).where('id', '=', id).executeTakeFirst(),
  ])
  const visible = new Set(seen.map((step) => step.id))
  const last = all.find((step) => !visible.has(step.id))?.at ?? null
  if (!row || row.bound_at === null || isOwner(ctx.scope, row.path)) return last
  return notBefore(row.bound_at, last)
}

/** The later of the two. */
export const notBefore = (time: string, since: string | null): string =>
  since !== null && Date.parse(since) > Date.parse(time) ? since : time
