import type { Static } from '../../kernel/schema.ts'
import type { passwordRules } from './settings.schema.ts'

/** What a password that a person chooses must be like. */
export type PasswordRules = Static<typeof passwordRules>

/** Lower case, upper case, digits, others. */
const kinds = [/\p{Ll}/u, /\p{Lu}/u, /\p{N}/u, /[^\p{Ll}\p{Lu}\p{N}]/u]

/** Whether a password is as long and as varied as the settings ask: what a form can tell before it is sent. */
export const isStrongPassword = (
  { passwordMin, passwordKinds }: Pick<PasswordRules, 'passwordMin' | 'passwordKinds'>,
  password: string,
): boolean => password.length >= passwordMin && kinds.filter((kind) => kind.test(password)).length >= passwordKinds
