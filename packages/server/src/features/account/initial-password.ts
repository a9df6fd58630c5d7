import { randomBytes } from 'node:crypto'
import type { Ctx } from '../../platform/context.ts'
import { hashPassword } from '../access/password.ts'

export interface InitialPassword {
  readonly hash: string
  /** Random, to be shown once to the person who made or reset the account; null when they know it already. */
  readonly shown: string | null
}

/**
 * The password that an account starts with: the one chosen, otherwise the default of the settings, otherwise a random one (readings.md, "Numbers that
 * the spec gives twice"). The person who gets it must choose their own at the next sign-in.
 */
export const initialPassword = async (ctx: Ctx, chosen?: string): Promise<InitialPassword> => {
  const known = chosen ?? ctx.config.defaultAccountPassword
  const random = known === undefined ? randomBytes(9).toString('base64url') : null
  return { hash: await hashPassword(known ?? random ?? ''), shown: random }
}
