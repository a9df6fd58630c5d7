import { activeInstallDays } from '@emberwatch/contract'
import type { Ctx } from '../../../platform/context.ts'
import { dayMs } from './note-install.ts'

/** Deletes installations that have not asked for so long that they no longer count, and the addresses of the others. */
export const forgetInstalls = async ({ systemDb, clock }: Ctx): Promise<void> => {
  const ago = (days: number): string => new Date(clock.now().getTime() - days * dayMs).toISOString()
  await systemDb.deleteFrom('app_install').where('asked_at', '<', ago(activeInstallDays)).execute()
  await systemDb
    .updateTable('app_install')
    .set({ address: null })
    .where('address', 'is not', null)
    .where('first_asked_at', '<', ago(1))
    .execute()
}
