import { DomainError, isStrongPassword } from '@emberwatch/contract'
import type { Ctx } from '../../../platform/context.ts'
import { isCommonPassword } from './common-passwords.ts'
import { verifyPassword } from './password.ts'

/** Refuses a password that a person has chosen against the settings, and those that everybody tries first. @throws DomainError weakPassword, commonPassword */
export const assertStrongPassword = ({ config }: Pick<Ctx, 'config'>, password: string, field: string): void => {
  const { passwordMin, passwordKinds } = config.settings
  if (!isStrongPassword(config.settings, password))
    throw new DomainError('weakPassword', { length: passwordMin, kinds: passwordKinds }, field)
  if (isCommonPassword(password)) throw new DomainError('commonPassword', {}, field)
}

/** Refuses one of the last passwords of an account, as far as the settings say. @throws DomainError usedPassword */
export const assertNewPassword = async (
  { config, systemDb }: Pick<Ctx, 'config' | 'systemDb'>,
  accountId: number,
  password: string,
  field: string,
): Promise<void> => {
  const count = config.settings.passwordReuse
  if (count === 0) return
  const earlier = await systemDb
    .selectFrom('password_history')
    .select('password_hash')
    .where('account_id', '=', accountId)
    .orderBy('replaced_at', 'desc')
    .limit(count)
    .execute()
  for (const { password_hash } of earlier)
    if (await verifyPassword(password, password_hash)) throw new DomainError('usedPassword', { count }, field)
}

const dayMs = 86_400_000

/**
 * Whether a password has to be replaced because of its age. That is asked at a sign-in: until it is done there is only a form, and in the middle of the night
 * that would stand in the place of all alarms.
 */
export const isTooOld = ({ settings }: Pick<Ctx['config'], 'settings'>, setAt: string, signedInAt: Date): boolean =>
  settings.passwordAgeDays > 0 && signedInAt.getTime() - Date.parse(setAt) > settings.passwordAgeDays * dayMs
