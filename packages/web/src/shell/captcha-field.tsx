import type { endpoints, OutputOf } from '@emberwatch/contract'
import { useTranslation } from 'react-i18next'
import { PlainField } from './plain-field.tsx'

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
