import { DomainError, isStrongPassword } from '@emberwatch/contract'
import type { Ctx } from '../../../platform/context.ts'
import { isCommonPassword } from './common-passwords.ts'

/** Refuses a password that a person has chosen against the settings, and those that everybody tries first. @throws DomainError weakPassword, commonPassword */
export const assertStrongPassword = ({ config }: Pick<Ctx, 'config'>, password: string, field: string): void => {
  const { passwordMin, passwordKinds } = config.settings
  if (!isStrongPassword(config.settings, password))
    throw new DomainError('weakPassword', { length: passwordMin, kinds: passwordKinds }, field)
  if (isCommonPassword(password)) throw new DomainError('commonPassword', {}, field)
}

const dayMs = 86_400_000

/**
 * Whether a password has to be replaced because of its age. That is asked at a sign-in: until it is done there is only a form, and in the middle of the night
 * that would stand in the place of all alarms.
 */
export const isTooOld = ({ settings }: Pick<Ctx['config'], 'settings'>, setAt: string, signedInAt: Date): boolean =>
  settings.passwordAgeDays > 0 && signedInAt.getTime() - Date.parse(setAt) > settings.passwordAgeDays * dayMs
