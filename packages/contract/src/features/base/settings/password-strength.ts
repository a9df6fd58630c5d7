import type { Static } from '../../../kernel/schema.ts'
import type { passwordRules } from './settings.schema.ts'

/** The requirements for a password chosen by a person. */
export type PasswordRules = Static<typeof passwordRules>

/** How many of: lower case, upper case, digits, others. */
const kinds = [/\p{Ll}/u, /\p{Lu}/u, /\p{N}/u, /[^\p{Ll}\p{Lu}\p{N}]/u]

/** Whether a password meets the settings' requirements, so that a form can tell before it is sent. */
export const isStrongPassword = (
  { passwordMin, passwordKinds }: Pick<PasswordRules, 'passwordMin' | 'passwordKinds'>,
  password: string,
): boolean => password.length >= passwordMin && kinds.filter((kind) => kind.test(password)).length >= passwordKinds
