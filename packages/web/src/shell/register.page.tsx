import { endpoints, follows, limits, pageHref } from '@emberwatch/contract'
import { useState, type SubmitEvent } from 'react'
import { useTranslation } from 'react-i18next'
import { ApiError } from '../api/api-error.ts'
import { call } from '../api/call.ts'
import { sharedTexts } from '../i18n/i18n.ts'
import { usePasswordRules, usePasswordSentence, weakness } from '../kit/form/password-rules.ts'
import { CaptchaField, PlainField, useCaptcha } from './entry-fields.tsx'
import { EntryFrame } from './entry-frame.tsx'
import { useBranding } from './use-branding.ts'
import { usePageSearch } from '../kit/search-params.ts'

const empty = { companyCode: '', account: '', name: '', phone: '', email: '', password: '', repeat: '', code: '' }
type Values = typeof empty
type Problems = Partial<Record<keyof Values, string>>

/** Registers an ordinary user with a company. Its staff enable the account (readings.md). */
export default function RegisterPage() {
  const { t } = useTranslation()
  const search = usePageSearch()
  const branding = useBranding(search)
  const { captcha, refresh } = useCaptcha()
  const asked = usePasswordRules()
  const sentence = usePasswordSentence(asked)
  const [typed, setTyped] = useState<Partial<Values>>({})
  const values: Values = { ...empty, companyCode: branding?.orgCode ?? search['code'] ?? '', ...typed }
  const [problems, setProblems] = useState<Problems>({})
  const [state, setState] = useState<'editing' | 'sending' | 'done'>('editing')

  const login = pageHref('login', search)

  const check = (): Problems => {
    const { rules, errors } = sharedTexts()
    const found: Problems = {}
    const trimmed = (name: keyof Values) => values[name].trim()
    for (const name of ['companyCode', 'account', 'name', 'phone', 'password', 'repeat'] as const)
      if (trimmed(name) === '') found[name] = name === 'companyCode' ? errors.companyCodeEmpty : rules.required
    if (captcha?.required !== false && trimmed('code') === '') found.code = errors.captchaMissing
    if (!found.account && !follows('account', trimmed('account'))) found.account = rules.account
    if (!found.phone && !follows('phone', trimmed('phone'))) found.phone = rules.phone
    if (trimmed('email') !== '' && !follows('email', trimmed('email'))) found.email = rules.email
    const weak = weakness(asked, trimmed('password'))
    if (!found.password && weak !== undefined) found.password = weak
    if (!found.repeat && trimmed('repeat') !== trimmed('password')) found.repeat = t(($) => $.register.mismatch)
    return found
  }

  const submit = async (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault()
    const found = check()
    setProblems(found)
    const form = event.currentTarget
    const focusFirst = (wrong: Problems) => {
      const inputs = [...form.querySelectorAll<HTMLInputElement>('input')]
      inputs.find(({ name }) => name in wrong)?.focus()
    }
    focusFirst(found)
    if (state === 'sending' || Object.keys(found).length > 0) return
    setState('sending')
    const {
      repeat: _,
      code,
      email,
      ...rest
    } = Object.fromEntries(Object.entries(values).map(([name, value]) => [name, value.trim()])) as Values
    try {
      await call(endpoints.session.register, {
        ...rest,
        ...(email ? { email } : {}),
        ...(captcha?.required ? { code, captchaId: captcha.captchaId } : {}),
      })
      setState('done')
    } catch (error) {
      if (error instanceof ApiError) {
        const wrong = Object.fromEntries(error.fields.map(({ field, msg }) => [field, msg]))
        setProblems(wrong)
        focusFirst(wrong)
      }
      setState('editing')
      setTyped((old) => ({ ...old, code: '' }))
      refresh()
    }
  }

  const field = (
    name: Exclude<keyof Values, 'code'>,
    more: { type?: string; autoComplete?: string; maxLength: number; optional?: true; hint?: string },
  ) => {
    const { optional, hint, ...input } = more
    return (
      <PlainField
        {...input}
        {...(hint ? { hint } : {})}
        label={t(($) => $.register[name])}
        name={name}
        required={!optional}
        value={values[name]}
        error={problems[name]}
        onChange={(event) => setTyped({ ...typed, [name]: event.target.value })}
      />
    )
  }

  if (state === 'done') {
    return (
      <EntryFrame branding={branding}>
        <h1>{t(($) => $.register.done)}</h1>
        <p role="status">{t(($) => $.register.doneHint)}</p>
        <a className="ew-button ew-primary ew-wide" href={login}>
          {t(($) => $.register.back)}
        </a>
      </EntryFrame>
    )
  }
  return (
    <EntryFrame branding={branding}>
      <h1>{t(($) => $.register.title)}</h1>
      <form noValidate onSubmit={submit}>
        {field('companyCode', { maxLength: 30, hint: t(($) => $.register.companyCodeHint) })}
        {field('account', { maxLength: limits.accountMax, autoComplete: 'username' })}
        {field('name', { maxLength: 40, autoComplete: 'name' })}
        {field('phone', { maxLength: 30, type: 'tel', autoComplete: 'tel' })}
        {field('email', { maxLength: 120, type: 'email', autoComplete: 'email', optional: true })}
        {field('password', {
          maxLength: limits.passwordMax,
          type: 'password',
          autoComplete: 'new-password',
          ...(sentence === undefined ? {} : { hint: sentence }),
        })}
        {field('repeat', { maxLength: limits.passwordMax, type: 'password', autoComplete: 'new-password' })}
        <CaptchaField
          captcha={captcha}
          refresh={refresh}
          value={values.code}
          error={problems.code}
          onChange={(code) => setTyped({ ...typed, code })}
        />
        <button type="submit" className="ew-button ew-primary ew-wide" disabled={state === 'sending'}>
          {state === 'sending' ? t(($) => $.register.submitting) : t(($) => $.register.submit)}
        </button>
      </form>
      <p className="ew-entry-links">
        <a href={login}>{t(($) => $.register.back)}</a>
      </p>
    </EntryFrame>
  )
}
