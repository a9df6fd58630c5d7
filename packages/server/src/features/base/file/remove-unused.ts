import type { Ctx } from '../../../platform/context.ts'
import { deleteUnusedFiles, knownFiles } from './file.store.ts'

/** Long enough to fill in a form, and for a call that is about to use the file. */
const unusedMs = 86_400_000

/** Deletes files older than a day that nothing refers to: uploads for forms that were never saved, replaced pictures, and bytes without a row. */
export const removeUnused = async (ctx: Ctx): Promise<void> => {
  const before = new Date(ctx.clock.now().getTime() - unusedMs)
  for (const id of await deleteUnusedFiles(ctx.systemDb, before)) await ctx.files.remove(id)
  // A program killed after writing a file's bytes and before its row leaves bytes that nobody can read any more.
  for await (const ids of ctx.files.olderThan(before)) {
    const known = await knownFiles(ctx.systemDb, ids)
    for (const id of ids) if (!known.has(id)) await ctx.files.remove(id)
  }
}
