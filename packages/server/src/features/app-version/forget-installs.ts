import { activeInstallDays } from '@emberwatch/contract'
import type { Ctx } from '../../platform/context.ts'

/** Forgets installations that have not asked for so long that they no longer count. */
export const forgetInstalls = async ({ systemDb, clock }: Ctx): Promise<void> => {
  const before = new Date(clock.now().getTime() - activeInstallDays * 86_400_000)
  await systemDb.deleteFrom('app_install').where('asked_at', '<', before.toISOString()).execute()
}
