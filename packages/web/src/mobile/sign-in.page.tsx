import { useCallback, useEffect, useRef, useState, type SubmitEvent } from 'react'
import { call, Refused, useConnection } from './api.ts'
import { calls, type CallOutput } from './calls.ts'
import { useQueue } from './offline-queue.ts'
import { useSealed } from './sealed.ts'
import { beginSession, useSession } from './session.ts'
import { t } from './texts.ts'
import { Button, Notice, TextField } from './ui.tsx'

type Captcha = CallOutput<typeof calls.session.captcha>

/** Time before the server is tried again (ms). */
const askAgain = 5_000

/** Uses the same calls as the console's sign-in page. Everything waiting on this phone is kept, and sent afterwards. */
export const SignIn = () => {
  const { ended, user } = useSession()
  const waiting = useQueue(({ steps }) => steps.length)
  const sealed = useSealed(({ people }) => people)
  const offline = useConnection(({ offlineSince }) => offlineSince !== null)
  const [account, setAccount] = useState(user?.account ?? '')
  const [password, setPassword] = useState('')
  const [code, setCode] = useState('')
  const [captcha, setCaptcha] = useState<Captcha>()
  const [ticket, setTicket] = useState<string>()
  const [tried, setTried] = useState(false)
  const [busy, setBusy] = useState(false)
  const [problem, setProblem] = useState<string>()
  /** What the server refused is said at the field where it can be put right. */
  const [refused, setRefused] = useState<{ field: string; text: string }>()

  const asking = useRef(false)
  /** `keeps`: an image that is already shown stays, with the code entered for it. */
  const ask = useCallback((keeps: boolean) => {
    if (keeps && asking.current) return
    asking.current = true
    call(calls.session.captcha, {})
      .then((found) => setCaptcha((shown) => (keeps && shown) || found))
      .catch(() => undefined)
      .finally(() => (asking.current = false))
  }, [])
  const another = () => {
    setCode('')
    ask(false)
  }
  const isReady = captcha !== undefined && !offline
  useEffect(() => {
    if (ticket !== undefined || isReady) return
    const askOnce = () => ask(true)
    askOnce()
    // Nothing else contacts the server while nobody is signed in.
    const timer = setInterval(askOnce, askAgain)
    addEventListener('online', askOnce)
    return () => {
      clearInterval(timer)
      removeEventListener('online', askOnce)
    }
  }, [isReady, ticket, ask])

  const needsCode = ticket !== undefined || captcha?.required === true
  const wrong = (field: string, value: string) => {
    if (refused?.field === field) return refused.text
    return tried && value.trim() === '' ? t.signIn.empty : undefined
  }

  const submit = async (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault()
    setTried(true)
    const isComplete = (ticket !== undefined || (account.trim() !== '' && password !== '')) && (!needsCode || code.trim() !== '')
    if (busy || !isComplete) return
    setBusy(true)
    setProblem(undefined)
    setRefused(undefined)
    const form = event.currentTarget
    try {
      if (ticket !== undefined) beginSession(await call(calls.session.loginCode, { ticket, code: code.trim() }))
      else {
        const proof = captcha?.required === true ? { code: code.trim(), captchaId: captcha.captchaId } : {}
        const answer = await call(calls.session.login, { account: account.trim(), password, ...proof })
        if (typeof answer === 'string') beginSession(answer)
        else {
          setTicket(answer.secondStep)
          // A captcha is valid for one attempt.
          setCaptcha(undefined)
        }
      }
      setTried(false)
      setCode('')
    } catch (error) {
      const stepEnded = ticket !== undefined && error instanceof Refused && error.status === 401
      if (error instanceof Refused && !stepEnded) {
        const field = ticket !== undefined || error.fields.some(({ field }) => field === 'code') ? 'code' : 'password'
        setRefused({ field, text: error.message })
        form.querySelector<HTMLInputElement>(`[name=${field}]`)?.focus()
      } else setProblem(error instanceof Error ? error.message : t.notReached)
      // The ticket is used up, so account and password are needed again.
      if (stepEnded) setTicket(undefined)
      else if (ticket === undefined) another()
      setCode('')
    } finally {
      setBusy(false)
    }
  }

  return (
    <main className="m-page m-sign-in">
      <div className="m-brand">
        <img src="./icon.svg" alt="" />
        <div>
          <h1>{ticket === undefined ? `${t.appName} · ${t.signIn.title}` : t.signIn.code}</h1>
          <small>{t.signIn.line}</small>
        </div>
      </div>
      {ended !== null && <Notice tone="fault">{ended}</Notice>}
      {waiting > 0 && user && <Notice>{t.signIn.kept(waiting, user.name)}</Notice>}
      {sealed.map((person) => (
        <Notice key={person.account}>{t.signIn.sealed(person.count, person.name)}</Notice>
      ))}
      {offline && <Notice tone="fault">{t.signIn.offline}</Notice>}
      {problem !== undefined && (
        <div role="alert" className="m-notice m-tone-danger">
          {problem}
        </div>
      )}
      <form noValidate onSubmit={submit}>
        {ticket === undefined && (
          <>
            <TextField
              label={t.signIn.account}
              name="account"
              autoComplete="username"
              autoCapitalize="off"
              value={account}
              onText={setAccount}
              error={wrong('account', account)}
            />
            <TextField
              label={t.signIn.password}
              name="password"
              type="password"
              autoComplete="current-password"
              value={password}
              onText={setPassword}
              error={wrong('password', password)}
            />
          </>
        )}
        {needsCode && (
          <>
            <TextField
              label={ticket === undefined ? t.signIn.captcha : t.signIn.code}
              {...(ticket === undefined ? {} : { hint: t.signIn.codeHint })}
              name="code"
              autoComplete={ticket === undefined ? 'off' : 'one-time-code'}
              autoCapitalize="off"
              value={code}
              onText={setCode}
              error={wrong('code', code)}
            />
            {ticket === undefined && captcha && (
              <button type="button" className="m-captcha" onClick={another}>
                <img src={captcha.image} alt={t.signIn.captchaImage} /> {t.signIn.another}
              </button>
            )}
          </>
        )}
        <Button type="submit" kind="primary" busy={busy}>
          {t.signIn.submit}
        </Button>
      </form>
      <details>
        <summary>{t.signIn.forgot}</summary>
        <p>{t.signIn.forgotHint}</p>
      </details>
    </main>
  )
}
