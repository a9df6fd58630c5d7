import type { OwnSession } from '@emberwatch/contract'
import type { Ctx } from '../../../platform/context.ts'
import { sessionsOf } from './sessions.ts'

/** The sessions of an account that the caller may see. Not scoped: sessions are only in the scope of their own account. */
export const sessionsOfAccount = async ({ systemDb, clock }: Ctx, accountId: number): Promise<Omit<OwnSession, 'current'>[]> => {
  const rows = await sessionsOf(systemDb, accountId, clock.now())
  return rows.map((row) => {
    const { token_hash: _, ...session } = row
    return session
  })
}
