import type { Ctx } from '../../../platform/context.ts'
import { deleteExportJobs } from '../../../platform/export-jobs.ts'
import { deleteImportJobs, forgetPasswordFiles } from '../../../platform/imports/import-jobs.ts'
import { deleteOldEvents } from '../../../platform/live-events.ts'
import { removeExpired } from '../access/remove-expired.ts'
import { deleteFiles } from './file.store.ts'

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
