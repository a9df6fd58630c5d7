import type { Ctx } from '../../../platform/context.ts'

/** Records that a person who has taken sites is at the desk. Like the use of a session, this leaves no audit row. */
export const present = async (ctx: Ctx): Promise<{ held: number }> => {
  const { numUpdatedRows } = await ctx.systemDb
    .updateTable('desk_hold')
    .set({ seen_at: ctx.clock.now() })
    .where('account_id', '=', ctx.actor.accountId)
    .executeTakeFirstOrThrow()
  return { held: Number(numUpdatedRows) }
}
