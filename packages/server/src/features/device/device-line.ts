import { sql } from 'kysely'
import type { Ctx } from '../../platform/context.ts'

/** No place is taken more often: it bounds the walk. */
const lineMax = 50

/**
 * A device and those whose place it took, the newest first. Only those that the caller sees: one that was handed to another company since is not
 * among them.
 */
export const lineOf = async (ctx: Ctx, id: number): Promise<number[]> => {
  // Without scope the walk, within it the answer: whoever sees the device may know that it took a place.
  const { rows } = await sql<{ id: number }>`
    with recursive line (id, replaces_id, depth) as (
      select id, replaces_id, 1 from device where id = ${id}
      union all
      select older.id, older.replaces_id, line.depth + 1 from line join device older on older.id = line.replaces_id
       where line.depth < ${lineMax})
    select id from line order by depth`.execute(ctx.systemDb)
  const ids = rows.map((row) => row.id)
  if (ids.length === 0) return []
  const seen = await ctx.db.selectFrom('device').select('id').where('id', 'in', ids).execute()
  const visible = new Set(seen.map((row) => row.id))
  return ids.filter((each) => visible.has(each))
}
