import type { OpenAccessSecret } from '@emberwatch/contract'
import { useTranslation } from 'react-i18next'
import { SecretField, SecretOnce, useShown } from '../../../kit/secret-once.tsx'
import { formatTime } from '../../../kit/time.tsx'

interface Given extends Pick<OpenAccessSecret, 'secret' | 'formerUntil'> {
  name: string
}

/** Shows a key's secret, once. */
export const useSecretOnce = () => {
  const { t } = useTranslation('open-access')
  return useShown<Given>(({ name, secret, formerUntil }, onClose) => (
    <SecretOnce title={t(($) => $.secret.title, { name })} hint={t(($) => $.secret.hint)} width={640} onClose={onClose}>
      <SecretField secret={secret} />
      {formerUntil !== null && <p>{t(($) => $.secret.former, { time: formatTime(formerUntil) })}</p>}
      <p>{t(($) => $.secret.use)}</p>
      <pre className="ew-open-call">{`curl -H 'Authorization: Bearer …' \\\n  ${location.origin}/api/open/v1/alarms`}</pre>
    </SecretOnce>
  ))
}
