import { useCallback, useEffect, useRef, useState, type SubmitEvent } from 'react'
import { call, Refused } from './api.ts'
import { calls, type CallOutput } from './calls.ts'
import { useConnection } from './connection.ts'
import { useQueue } from './queue.ts'
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
  const missing = (value: string) => (tried && value.trim() === '' ? t.signIn.empty : undefined)

  const submit = async (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault()
    setTried(true)
    const isComplete = (ticket !== undefined || (account.trim() !== '' && password !== '')) && (!needsCode || code.trim() !== '')
    if (busy || !isComplete) return
    setBusy(true)
    setProblem(undefined)
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
      setProblem(error instanceof Error ? error.message : t.notReached)
      // The ticket is used up, so account and password are needed again.
      if (ticket !== undefined && error instanceof Refused && error.status === 401) setTicket(undefined)
      else if (ticket === undefined) another()
      setCode('')
    } finally {
      setBusy(false)
    }
  }

  return (
    <main className="m-page m-sign-in">
      <h1>{ticket === undefined ? `${t.appName} · ${t.signIn.title}` : t.signIn.code}</h1>
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
              error={missing(account)}
            />
            <TextField
              label={t.signIn.password}
              name="password"
              type="password"
              autoComplete="current-password"
              value={password}
              onText={setPassword}
              error={missing(password)}
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
              error={missing(code)}
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
    </main>
  )
}
