import type { Ctx } from '../../platform/context.ts'

/** A person who has taken sites is at the desk. Like the use of a session, it is no write that anybody would look for in the audit log. */
export const present = async (ctx: Ctx): Promise<{ held: number }> => {
  const { numUpdatedRows } = await ctx.systemDb
    .updateTable('desk_hold')
    .set({ seen_at: ctx.clock.now() })
    .where('account_id', '=', ctx.actor.accountId)
    .executeTakeFirstOrThrow()
  return { held: Number(numUpdatedRows) }
}
