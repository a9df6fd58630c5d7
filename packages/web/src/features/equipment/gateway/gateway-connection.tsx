import { endpoints, type GatewaySecret } from '@emberwatch/contract'
import { CopyOutlined } from '@ant-design/icons'
import { Alert, Button, Input, Modal } from 'antd'
import { useRef, useState, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { useCall } from '../../../api/hooks.ts'
import { copyText } from '../../../kit/copy.ts'
import '../../../kit/password-once.css'
import { toast } from '../../../toast.ts'
import './gateway.css'

/** A secret with a button that copies it. */
export const SecretField = ({ secret }: { secret: string }) => {
  const { t } = useTranslation('gateway')
  const field = useRef<HTMLDivElement>(null)
  const copy = async () => {
    if (await copyText(secret)) {
      toast.success(t(($) => $.secret.copied))
      return
    }
    // If the browser cannot copy, the text is selected for the keyboard.
    field.current?.querySelector('input')?.select()
    toast.warning(t(($) => $.secret.copyYourself))
  }
  return (
    <div ref={field} className="ew-once">
      <Input readOnly value={secret} aria-label={t(($) => $.secret.secret)} />
      <Button icon={<CopyOutlined aria-hidden />} onClick={() => void copy()}>
        {t(($) => $.secret.copy)}
      </Button>
    </div>
  )
}

/** Everything to be entered in a gateway besides its secret. */
export const ConnectionFacts = ({ code }: { code: string }) => {
  const { t } = useTranslation('gateway')
  const { data } = useCall(endpoints.gateway.connection, {}, { staleTime: 300_000 })
  const words = t(($) => $.secret, { returnObjects: true })
  const lines = [
    [words.user, code],
    // If the server gives no host, gateways use the same host as the console.
    [words.host, data?.host ?? location.hostname],
    [words.port, data?.port ?? words.none],
    [words.tls, data?.tlsPort ?? words.none],
    [words.protocol, 'MQTT 3.1.1 / 5.0, QoS 1'],
    [words.topic, `ew/v1/${code}/report`],
    [words.heartbeat, `ew/v1/${code}/heartbeat`],
  ] as const
  return (
    <dl className="ew-gateway-connection">
      {lines.map(([label, value]) => (
        <div key={label}>
          <dt>{label}</dt>
          <dd>
            <code>{value}</code>
          </dd>
        </div>
      ))}
    </dl>
  )
}

const SecretOnce = ({ given: { code, secret }, onClose }: { given: GatewaySecret; onClose: () => void }) => {
  const { t } = useTranslation('gateway')
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
      <SecretField secret={secret} />
      <ConnectionFacts code={code} />
    </Modal>
  )
}

/** Shows a gateway's secret, once. Rendered next to the form that caused it. */
export const useSecretOnce = (): { show: (given: GatewaySecret) => void; dialog: ReactNode } => {
  const [given, setGiven] = useState<GatewaySecret>()
  return { show: setGiven, dialog: given && <SecretOnce given={given} onClose={() => setGiven(undefined)} /> }
}
