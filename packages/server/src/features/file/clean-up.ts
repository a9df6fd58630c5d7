import type { Ctx } from '../../platform/context.ts'
import { forgetEvents } from '../live/forget-events.ts'
import { removeExpired } from '../session/remove-expired.ts'
import { deleteOldExports } from './file.store.ts'

const exportsKeptMs = 7 * 86_400_000

/** Removes what has had its time: ended sessions, used-up proofs, live events of yesterday, exports of last week. */
export const cleanUp = async (ctx: Ctx): Promise<void> => {
  const now = ctx.clock.now()
  await removeExpired(ctx.systemDb, now)
  await forgetEvents(ctx.systemDb, now)
  const files = await deleteOldExports(ctx.systemDb, new Date(now.getTime() - exportsKeptMs))
  for (const id of files) await ctx.files.remove(id)
}
