import type { PushSecretAnswer } from '@emberwatch/contract'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { CodeFacts, SecretField, SecretOnce, useShown } from '../../../kit/secret-once.tsx'

/** A secret that was made for an endpoint, and whose it is. */
interface Given {
  readonly code: string
  readonly secret: string
  readonly isMqtt: boolean
}

/** Shows the secret of an endpoint, once. Rendered next to the form that caused it. */
export const usePushSecret = (): { show: (answer: PushSecretAnswer, isMqtt: boolean) => void; dialog: ReactNode } => {
  const { t } = useTranslation('push-endpoint')
  const { show, dialog } = useShown<Given>(({ code, secret, isMqtt }, onClose) => (
    <SecretOnce title={t(($) => $.secret.title, { code })} hint={t(($) => $.secret.hint)} width={560} onClose={onClose}>
      <SecretField secret={secret} />
      {isMqtt && (
        <CodeFacts
          facts={[
            [t(($) => $.secret.user), `open/${code}`],
            [t(($) => $.secret.topic), `ew/v1/open/${code}/events`],
          ]}
        />
      )}
    </SecretOnce>
  ))
  return { show: ({ code, secret }, isMqtt) => secret !== null && show({ code, secret, isMqtt }), dialog }
}
