import type { Ctx } from '../../../platform/context.ts'
import { actorCompany } from '../../../platform/rows/rows.ts'
import { transact } from '../../../platform/transact.ts'
import { storeSetUp } from './set-up.store.ts'

/** A person says that a copy of the data lies elsewhere: backups are made outside the program, which therefore cannot know. */
export const confirmBackup = (ctx: Ctx): Promise<null> =>
  transact(ctx, async (write) => {
    await storeSetUp(write, { backup_confirmed_at: write.at, backup_confirmed_by: write.by })
    write.audit({ action: 'setUp.backup', object: { kind: 'settings', id: 1, name: '' }, owner: actorCompany(ctx) })
    return null
  })
