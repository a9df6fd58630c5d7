import { useId, type InputHTMLAttributes, type ReactNode, useCallback, useEffect, useState } from 'react'
import { endpoints, type OutputOf } from '@emberwatch/contract'
import { useTranslation } from 'react-i18next'
import { call } from '../api/call.ts'

interface PlainFieldProps extends Omit<InputHTMLAttributes<HTMLInputElement>, 'id'> {
  label: string
  error?: string | undefined
  hint?: string
  /** Next to the input: the captcha image, a show-password switch. */
  after?: ReactNode
}

/** A labelled input without antd: keeps the pages before sign-in light. */
export const PlainField = ({ label, error, hint, after, ...input }: PlainFieldProps) => {
  const id = useId()
  const described = [error && `${id}-error`, hint && `${id}-hint`].filter(Boolean).join(' ')
  return (
    <div className="ew-field">
      <label htmlFor={id}>
        {label}
        {input.required && (
          <span aria-hidden className="ew-required">
            {' '}
            *
          </span>
        )}
      </label>
      <div className="ew-field-row">
        <input {...input} id={id} aria-invalid={error !== undefined} {...(described ? { 'aria-describedby': described } : {})} />
        {after}
      </div>
      {hint && !error && (
        <small id={`${id}-hint`} className="ew-hint">
          {hint}
        </small>
      )}
      {error && (
        <small id={`${id}-error`} className="ew-error" role="alert">
          <span aria-hidden>✕ </span>
          {error}
        </small>
      )}
    </div>
  )
}

/** A captcha is valid for one attempt. `refresh` gets another. */
export const useCaptcha = () => {
  const [captcha, setCaptcha] = useState<OutputOf<typeof endpoints.session.captcha> | null>(null)
  const refresh = useCallback(() => {
    call(endpoints.session.captcha, {}).then(setCaptcha, () => setCaptcha(null))
  }, [])
  useEffect(refresh, [refresh])
  return { captcha, refresh }
}

interface CaptchaFieldProps {
  captcha: OutputOf<typeof endpoints.session.captcha> | null
  refresh: () => void
  value: string
  error: string | undefined
  onChange: (value: string) => void
}

export const CaptchaField = ({ captcha, refresh, value, error, onChange }: CaptchaFieldProps) => {
  const { t } = useTranslation()
  if (captcha && !captcha.required) return null
  return (
    <PlainField
      label={t(($) => $.login.code)}
      name="code"
      required
      autoComplete="off"
      autoCapitalize="off"
      maxLength={12}
      value={value}
      error={error}
      onChange={(event) => onChange(event.target.value)}
      after={
        <button type="button" className="ew-captcha" title={t(($) => $.login.refreshCaptcha)} onClick={refresh}>
          {captcha ? <img src={captcha.image} alt={t(($) => $.login.captchaImage)} /> : t(($) => $.login.refreshCaptcha)}
        </button>
      }
    />
  )
}
