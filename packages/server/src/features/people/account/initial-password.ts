import { randomBytes } from 'node:crypto'
import type { Ctx } from '../../../platform/context.ts'
import { hashPassword } from '../../base/access/password.ts'

export interface InitialPassword {
  readonly hash: string
  /** A random password, to be shown once to the person who created or reset the account. Null if they know it already. */
  readonly shown: string | null
}

/**
 * The first password of an account: the chosen one, or the default of the settings, or a random one (readings.md, "Numbers that the spec
 * gives twice"). Its holder must choose their own at the next sign-in.
 */
export const initialPassword = async (ctx: Ctx, chosen?: string): Promise<InitialPassword> => {
  const known = chosen ?? ctx.config.defaultAccountPassword
  const random = known === undefined ? randomBytes(9).toString('base64url') : null
  return { hash: await hashPassword(known ?? random ?? ''), shown: random }
}
