import type { Ctx } from '../../../platform/context.ts'
import { deleteUnusedFiles, knownFiles, deleteFiles } from './file.store.ts'
import { deleteExportJobs } from '../../../platform/export-jobs.ts'
import { deleteImportJobs, forgetPasswordFiles } from '../../../platform/imports/import-jobs.ts'
import { deleteOldEvents } from '../../../platform/live-events.ts'
import { removeExpired } from '../access/open-sessions.ts'

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

const dayMs = 86_400_000

/** Deletes what has expired: ended sessions, used tickets and captchas, yesterday's live events, and old exports and imports. */
export const cleanUp = async (ctx: Ctx): Promise<void> => {
  const { systemDb } = ctx
  const now = ctx.clock.now()
  await removeExpired(systemDb, now)
  await deleteOldEvents(systemDb, now)
  const [week, day] = [new Date(now.getTime() - ctx.config.settings.exportDays * dayMs), new Date(now.getTime() - dayMs)]
  const files = [
    ...(await deleteExportJobs(systemDb, week)),
    ...(await forgetPasswordFiles(systemDb, day)),
    ...(await deleteImportJobs(systemDb, week)),
  ]
  await deleteFiles(systemDb, files)
  for (const id of files) await ctx.files.remove(id)
}
