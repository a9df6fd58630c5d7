import type { Updateable } from 'kysely'
import type { endpoints, InputOf } from '@emberwatch/contract'
import type { SetUpTable } from '../../../tables/records.tables.ts'
import { type Write, transact } from '../../../platform/transact.ts'
import type { Ctx } from '../../../platform/context.ts'
import { actorCompany } from '../../../platform/rows/rows.ts'

/** What administrators have said about setting up: one row for the installation. */
const storeSetUp = async ({ systemDb }: Write, columns: Updateable<SetUpTable>): Promise<void> => {
  await systemDb
    .insertInto('set_up')
    .values({ id: 1, ...columns })
    .onConflict((conflict) => conflict.column('id').doUpdateSet(columns))
    .execute()
}

/** A person says that a copy of the data lies elsewhere: backups are made outside the program, which therefore cannot know. */
export const confirmBackup = (ctx: Ctx): Promise<null> =>
  transact(ctx, async (write) => {
    await storeSetUp(write, { backup_confirmed_at: write.at, backup_confirmed_by: write.by })
    write.audit({ action: 'setUp.backup', object: { kind: 'settings', id: 1, name: '' }, owner: actorCompany(ctx) })
    return null
  })

/** Hides the steps of setting up, for everybody, or shows them again. */
export const hideSetUp = (ctx: Ctx, { hidden }: InputOf<typeof endpoints.setUp.hide>): Promise<null> =>
  transact(ctx, async (write) => {
    await storeSetUp(write, { hidden_at: hidden ? write.at : null, hidden_by: hidden ? write.by : null })
    write.audit({
      action: hidden ? 'setUp.hide' : 'setUp.show',
      object: { kind: 'settings', id: 1, name: '' },
      owner: actorCompany(ctx),
    })
    return null
  })
