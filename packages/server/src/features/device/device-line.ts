import { sql } from 'kysely'
import type { Ctx } from '../../platform/context.ts'

/** No place is taken more often: it bounds the walk. */
const lineMax = 50

/**
 * A device that the caller sees and those whose place it took, the newest first. For reads of rows that have a scope of their own only: an older one may
 * stand in stock or belong to somebody else by now, and what happened while it was here is still the caller's to see.
 */
export const lineOf = async (ctx: Ctx, id: number): Promise<number[]> => {
  const { rows } = await sql<{ id: number }>`
    with recursive line (id, replaces_id, depth) as (
      select id, replaces_id, 1 from device where id = ${id}
      union all
      select older.id, older.replaces_id, line.depth + 1 from line join device older on older.id = line.replaces_id
       where line.depth < ${lineMax})
    select id from line order by depth`.execute(ctx.systemDb)
  return rows.map((row) => row.id)
}
