import type { PushSecretAnswer } from '@emberwatch/contract'
import { Alert, Button, Modal } from 'antd'
import { useState, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { SecretField } from '../../equipment/gateway/gateway-connection.tsx'

/** A secret that was made for an endpoint, and whose it is. */
interface Given extends PushSecretAnswer {
  readonly isMqtt: boolean
}

const SecretOnce = ({ code, secret, isMqtt, onClose }: Given & { onClose: () => void }) => {
  const { t } = useTranslation('push-endpoint')
  return (
    <Modal
      open
      centered
      width={560}
      mask={{ closable: false }}
      closable={false}
      keyboard={false}
      title={t(($) => $.secret.title, { code })}
      onCancel={onClose}
      footer={
        <Button type="primary" onClick={onClose}>
          {t(($) => $.secret.noted)}
        </Button>
      }
    >
      <Alert className="ew-form-alert" type="warning" showIcon title={t(($) => $.secret.hint)} />
      <SecretField secret={secret ?? ''} />
      {isMqtt && (
        <dl className="ew-gateway-connection">
          <div>
            <dt>{t(($) => $.secret.user)}</dt>
            <dd>
              <code>{`open/${code}`}</code>
            </dd>
          </div>
          <div>
            <dt>{t(($) => $.secret.topic)}</dt>
            <dd>
              <code>{`ew/v1/open/${code}/events`}</code>
            </dd>
          </div>
        </dl>
      )}
    </Modal>
  )
}

/** Shows the secret of an endpoint, once. Rendered next to the form that caused it. */
export const usePushSecret = (): { show: (answer: PushSecretAnswer, isMqtt: boolean) => void; dialog: ReactNode } => {
  const [given, setGiven] = useState<Given>()
  return {
    show: (answer, isMqtt) => answer.secret !== null && setGiven({ ...answer, isMqtt }),
    dialog: given && <SecretOnce {...given} onClose={() => setGiven(undefined)} />,
  }
}
