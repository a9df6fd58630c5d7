import type { Ctx } from '../../platform/context.ts'
import { deleteUnusedFiles } from './file.store.ts'

/** Long enough to fill in a form and to answer a call that is about to use the file. */
const unusedMs = 86_400_000

/**
 * Deletes files older than a day that nothing refers to: uploads for forms that were never saved, pictures that were replaced.
 */
export const removeUnused = async (ctx: Ctx): Promise<void> => {
  const before = new Date(ctx.clock.now().getTime() - unusedMs)
  for (const id of await deleteUnusedFiles(ctx.systemDb, before)) await ctx.files.remove(id)
}
