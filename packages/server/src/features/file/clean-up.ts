import type { Ctx } from '../../platform/context.ts'
import { forgetEvents } from '../live/forget-events.ts'
import { removeExpired } from '../session/remove-expired.ts'
import { deleteOldExports } from './file.store.ts'
import { deleteOldImports, deletePasswordFiles } from './import.store.ts'

const dayMs = 86_400_000
const keptMs = 7 * dayMs

/** Removes what has had its time: ended sessions, used-up proofs, live events of yesterday, exports and imports of last week. */
export const cleanUp = async (ctx: Ctx): Promise<void> => {
  const now = ctx.clock.now()
  await removeExpired(ctx.systemDb, now)
  await forgetEvents(ctx.systemDb, now)
  const [week, day] = [new Date(now.getTime() - keptMs), new Date(now.getTime() - dayMs)]
  const files = [
    ...(await deleteOldExports(ctx.systemDb, week)),
    ...(await deletePasswordFiles(ctx.systemDb, day)),
    ...(await deleteOldImports(ctx.systemDb, week)),
  ]
  for (const id of files) await ctx.files.remove(id)
}
