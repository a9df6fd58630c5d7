import { sql } from 'kysely'
import type { Ctx } from '../../platform/context.ts'

/**
 * The last step in the trace of a device or gateway up to its present place that the caller does not see: until then it was somebody else's, and what it measured there
 * is not for the caller. Null if the caller sees all of its steps.
 */
export const heldSince = async (ctx: Ctx, id: number, kind: 'device' | 'gateway' = 'device'): Promise<string | null> => {
  const column = `${kind}_id` as const
  const [all, seen] = await Promise.all([
    // Without scope: only when it was, not what.
    ctx.systemDb
      .selectFrom('device_trace')
      .select(['id', 'at'])
      .where(column, '=', id)
      .where(sql<boolean>`at <= coalesce((select bound_at from ${sql.table(kind)} where id = ${id}), 'infinity')`)
      .orderBy('at', 'desc')
      .execute(),
    ctx.db.selectFrom('device_trace').select('id').where(column, '=', id).execute(),
  ])
  const visible = new Set(seen.map((row) => row.id))
  return all.find((row) => !visible.has(row.id))?.at ?? null
}

/** The later of the two. */
export const notBefore = (time: string, since: string | null): string =>
  since !== null && Date.parse(since) > Date.parse(time) ? since : time
