import { endpoints, errorCatalogue } from '@emberwatch/contract'
import { useState, type SubmitEvent } from 'react'
import { useTranslation } from 'react-i18next'
import { ApiError } from '../api/api-error.ts'
import { call } from '../api/call.ts'
import { PlainField } from './entry-fields.tsx'

interface LoginCodeProps {
  ticket: string
  onToken: (token: string) => void
  /** Returns to account and password. */
  onBack: () => void
}

/** The second step of signing in: a code from the authenticator app, or a recovery code. */
export default function LoginCode({ ticket, onToken, onBack }: LoginCodeProps) {
  const { t } = useTranslation()
  const [code, setCode] = useState('')
  const [problem, setProblem] = useState<string>()
  const [busy, setBusy] = useState(false)

  const submit = async (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault()
    if (busy) return
    if (code.trim() === '') return setProblem(t(($) => $.twoStep.codeRequired))
    setBusy(true)
    setProblem(undefined)
    try {
      onToken(await call(endpoints.session.loginCode, { ticket, code: code.trim() }))
    } catch (error) {
      // Shown as a toast. The field shows that the code was wrong.
      if (error instanceof ApiError) {
        if (error.code === errorCatalogue.signInStepEnded.code) onBack()
        setProblem(error.fields.find(({ field }) => field === 'code')?.msg)
      }
      setCode('')
    } finally {
      setBusy(false)
    }
  }

  return (
    <>
      <h1>{t(($) => $.twoStep.signIn)}</h1>
      <form noValidate onSubmit={submit}>
        <PlainField
          label={t(($) => $.twoStep.code)}
          hint={t(($) => $.twoStep.codeHint)}
          name="code"
          required
          autoFocus
          autoComplete="one-time-code"
          autoCapitalize="off"
          maxLength={30}
          value={code}
          error={problem}
          onChange={(event) => setCode(event.target.value)}
        />
        <button type="submit" className="ew-button ew-primary ew-wide" aria-busy={busy} disabled={busy}>
          {busy ? t(($) => $.login.submitting) : t(($) => $.login.submit)}
        </button>
      </form>
      <p className="ew-entry-links">
        <button type="button" className="ew-plain" onClick={onBack}>
          {t(($) => $.twoStep.startAgain)}
        </button>
      </p>
    </>
  )
}
