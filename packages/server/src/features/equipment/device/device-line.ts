import { sql } from 'kysely'
import type { Ctx } from '../../../platform/context.ts'

/** Bounds the walk. No place has more replacements than this. */
const lineMax = 50

/**
 * A device that the caller sees and its predecessors at the same place, newest first. Use only for reads of rows that have their own scope:
 * a predecessor may be in stock or belong to somebody else by now, but what happened here is still the caller's to see.
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
