import { endpoints, errorCatalogue, pageHref } from '@emberwatch/contract'
import { lazy, Suspense, useState, type SubmitEvent } from 'react'
import { useTranslation } from 'react-i18next'
import { ApiError } from '../api/api-error.ts'
import { call } from '../api/call.ts'
import { safeTarget } from '../session/addresses.ts'
import { beginSession } from '../session/session.ts'
import { CaptchaField, PlainField, useCaptcha } from './entry-fields.tsx'
import { EntryFrame } from './entry-frame.tsx'
import { PageLoading } from './page-loading.tsx'
import { useBranding } from './use-branding.ts'
import { usePageSearch } from '../kit/search-params.ts'
import { browserStore } from '../storage.ts'
import { toast } from '../toast.ts'

const LoginCode = lazy(() => import('./login-code.tsx'))

const accountKey = 'ew.account'

type Fields = 'account' | 'password' | 'code'

/** Where a refused sign-in is shown: what can be put right there, else at the account. */
const fieldOf = (code: number): Fields => {
  const { wrongCaptcha, captchaMissing, wrongCredentials, signInPaused } = errorCatalogue
  if (code === wrongCaptcha.code || code === captchaMissing.code) return 'code'
  return code === wrongCredentials.code || code === signInPaused.code ? 'password' : 'account'
}

/** The main layout is prefetched while the user types. */
const warmUp = () => void import('./layout.tsx').catch(() => {})

export default function LoginPage() {
  const { t } = useTranslation()
  const search = usePageSearch()
  const branding = useBranding(search)
  const { captcha, refresh } = useCaptcha()
  const [account, setAccount] = useState(() => browserStore.getItem(accountKey) ?? '')
  const [password, setPassword] = useState('')
  const [code, setCode] = useState('')
  const [shown, setShown] = useState(false)
  const [remember, setRemember] = useState(account !== '')
  const [tried, setTried] = useState(false)
  const [refused, setRefused] = useState<{ field: Fields; text: string }>()
  const [busy, setBusy] = useState(false)
  const [ticket, setTicket] = useState<string>()

  const missing = {
    account: account.trim() === '' ? t(($) => $.login.accountRequired) : undefined,
    password: password === '' ? t(($) => $.login.passwordRequired) : undefined,
    code: captcha?.required !== false && code.trim() === '' ? t(($) => $.login.codeRequired) : undefined,
  }
  const errors: Partial<typeof missing> = {
    ...(tried ? missing : {}),
    ...(refused ? { [refused.field]: refused.text } : {}),
  }

  const change = (set: (text: string) => void, text: string) => {
    setRefused(undefined)
    set(text)
  }
  const enter = (token: string) => {
    beginSession(token)
    location.hash = safeTarget(search['to'])
  }
  /** Returns from the second step to the first, with a new captcha. */
  const startAgain = () => {
    setTicket(undefined)
    setPassword('')
    setCode('')
    setTried(false)
    refresh()
  }

  const submit = async (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault()
    if (busy) return
    setTried(true)
    setRefused(undefined)
    const form = event.currentTarget
    const focus = (field: Fields) => {
      const input = form.querySelector<HTMLInputElement>(`[name=${field}]`)
      input?.focus()
      input?.select()
    }
    const first = (['account', 'password', 'code'] as const).find((field) => missing[field] !== undefined)
    if (first) return focus(first)
    setBusy(true)
    try {
      const answer = captcha?.required ? { code: code.trim(), captchaId: captcha.captchaId } : {}
      const signedIn = await call(endpoints.session.login, { account: account.trim(), password, ...answer }, { quiet: true })
      if (remember) browserStore.setItem(accountKey, account.trim())
      else browserStore.removeItem(accountKey)
      if (typeof signedIn === 'string') enter(signedIn)
      else setTicket(signedIn.secondStep)
    } catch (error) {
      // The captcha is used up either way.
      setCode('')
      setTried(false)
      refresh()
      if (error instanceof ApiError) {
        const field = fieldOf(error.code)
        setRefused({ field, text: error.message })
        focus(field)
      } else if (error instanceof Error) toast.error(error.message)
    } finally {
      setBusy(false)
    }
  }

  if (ticket !== undefined) {
    return (
      <EntryFrame branding={branding}>
        <Suspense fallback={<PageLoading />}>
          <LoginCode ticket={ticket} onToken={enter} onBack={startAgain} />
        </Suspense>
      </EntryFrame>
    )
  }
  return (
    <EntryFrame branding={branding}>
      <h1>{t(($) => $.login.title)}</h1>
      <form noValidate onSubmit={submit}>
        <PlainField
          label={t(($) => $.login.account)}
          name="account"
          required
          autoComplete="username"
          autoCapitalize="off"
          autoFocus={account === ''}
          maxLength={40}
          value={account}
          error={errors.account}
          onChange={(event) => change(setAccount, event.target.value)}
        />
        <PlainField
          label={t(($) => $.login.password)}
          name="password"
          required
          type={shown ? 'text' : 'password'}
          autoComplete="current-password"
          autoFocus={account !== ''}
          maxLength={100}
          value={password}
          error={errors.password}
          onFocus={warmUp}
          onChange={(event) => change(setPassword, event.target.value)}
          after={
            <button
              type="button"
              className="ew-plain ew-eye"
              aria-pressed={shown}
              aria-label={t(($) => $.login.showPassword)}
              onClick={() => setShown(!shown)}
            >
              <svg viewBox="0 0 24 24" width="20" height="20" fill="none" stroke="currentColor" strokeWidth="1.8" aria-hidden>
                <path d="M2 12s4-7 10-7 10 7 10 7-4 7-10 7S2 12 2 12z" />
                <circle cx="12" cy="12" r="3" />
                {!shown && <path d="M4 20L20 4" />}
              </svg>
            </button>
          }
        />
        <CaptchaField
          captcha={captcha}
          refresh={refresh}
          value={code}
          error={errors.code}
          onChange={(text) => change(setCode, text)}
        />
        <label className="ew-check">
          <input type="checkbox" checked={remember} onChange={(event) => setRemember(event.target.checked)} />
          {t(($) => $.login.remember)}
        </label>
        <button type="submit" className="ew-button ew-primary ew-wide" aria-busy={busy} disabled={busy}>
          {busy ? t(($) => $.login.submitting) : t(($) => $.login.submit)}
        </button>
      </form>
      <p className="ew-entry-links">
        <a href={pageHref('register', search)}>{t(($) => $.login.register)}</a>
      </p>
      <details className="ew-entry-links">
        <summary>{t(($) => $.login.forgot)}</summary>
        <p>{t(($) => $.login.forgotHint)}</p>
        {branding?.supportPhone && <p>{t(($) => $.login.support, { phone: branding.supportPhone })}</p>}
      </details>
    </EntryFrame>
  )
}
