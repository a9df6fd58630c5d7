import { sql, type Kysely } from 'kysely'
import type { Tables } from '../../../tables/index.ts'
import { requiresTwoStep } from './authenticate.ts'
import { isTooOld } from './password-policy.ts'
import type { SessionLength } from './session-length.ts'

/**
 * What only the holder of an account can do before it may be used: enter a code, or choose a password. A program with a key must not sign
 * anybody in past it. Null: nothing.
 */
export const ownStepOf = async (
  systemDb: Kysely<Tables>,
  length: SessionLength,
  accountId: number,
  now: Date,
): Promise<'ticketTwoStep' | 'ticketPassword' | null> => {
  const account = await systemDb
    .selectFrom('account')
    .select(['must_change_password', 'password_set_at'])
    .select(sql<boolean>`two_step_secret is not null`.as('two_step'))
    .where('id', '=', accountId)
    .executeTakeFirstOrThrow()
  if (account.two_step || (await requiresTwoStep(systemDb, accountId))) return 'ticketTwoStep'
  return account.must_change_password || isTooOld(length, account.password_set_at, now) ? 'ticketPassword' : null
}
