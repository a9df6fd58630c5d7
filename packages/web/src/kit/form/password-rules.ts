import { endpoints, isStrongPassword, type PasswordRules } from '@emberwatch/contract'
import type { FormRule } from 'antd'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { call } from '../../api/call.ts'
import { sharedTexts } from '../../i18n/i18n.ts'

/** The password requirements of the settings, also before sign-in; undefined while unknown, in which case only the server checks. */
export const usePasswordRules = (): PasswordRules | undefined => {
  const [rules, setRules] = useState<PasswordRules>()
  useEffect(() => {
    let current = true
    call(endpoints.settings.password, {}, { quiet: true }).then(
      (found) => current && setRules(found),
      () => {},
    )
    return () => {
      current = false
    }
  }, [])
  return rules
}

/** The requirements as one sentence next to the field. `reused`: earlier passwords of the same person count. */
export const usePasswordSentence = (rules: PasswordRules | undefined, reused = false): string | undefined => {
  const { t } = useTranslation('kit')
  if (!rules) return undefined
  const { passwordMin, passwordKinds, passwordReuse } = rules
  return [
    passwordKinds > 1
      ? t(($) => $.password.kinds, { length: passwordMin, kinds: passwordKinds })
      : t(($) => $.password.length, { length: passwordMin }),
    ...(reused && passwordReuse > 0 ? [t(($) => $.password.reuse, { count: passwordReuse })] : []),
  ].join(t(($) => $.password.and))
}

/** What the server would answer to a password that is too weak; undefined for a good one. */
export const weakness = (rules: PasswordRules | undefined, password: string): string | undefined => {
  if (!rules || password === '' || isStrongPassword(rules, password)) return undefined
  const { passwordMin, passwordKinds } = rules
  return sharedTexts().errors.weakPassword.replace('{{length}}', String(passwordMin)).replace('{{kinds}}', String(passwordKinds))
}

/** The same as a rule for a form field. */
export const strongPassword = (rules: PasswordRules | undefined): FormRule => ({
  validator: (_rule, value: unknown) => {
    const problem = weakness(rules, typeof value === 'string' ? value.trim() : '')
    return problem === undefined ? Promise.resolve() : Promise.reject(new Error(problem))
  },
})
