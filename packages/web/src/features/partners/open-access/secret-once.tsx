import type { OpenAccessSecret } from '@emberwatch/contract'
import { CopyOutlined } from '@ant-design/icons'
import { Alert, Button, Input, Modal } from 'antd'
import { useRef, useState, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { copyText } from '../../../kit/copy.ts'
import '../../../kit/password-once.css'
import { formatTime } from '../../../kit/time.tsx'
import { toast } from '../../../toast.ts'

interface Given extends Pick<OpenAccessSecret, 'secret' | 'formerUntil'> {
  name: string
}

const SecretOnce = ({ name, secret, formerUntil, onClose }: Given & { onClose: () => void }) => {
  const { t } = useTranslation('open-access')
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
    <Modal
      open
      centered
      width={640}
      mask={{ closable: false }}
      closable={false}
      keyboard={false}
      title={t(($) => $.secret.title, { name })}
      onCancel={onClose}
      footer={
        <Button type="primary" onClick={onClose}>
          {t(($) => $.secret.noted)}
        </Button>
      }
    >
      <Alert className="ew-form-alert" type="warning" showIcon title={t(($) => $.secret.hint)} />
      <div ref={field} className="ew-once">
        <Input readOnly value={secret} aria-label={t(($) => $.secret.label)} />
        <Button icon={<CopyOutlined aria-hidden />} onClick={() => void copy()}>
          {t(($) => $.secret.copy)}
        </Button>
      </div>
      {formerUntil !== null && <p>{t(($) => $.secret.former, { time: formatTime(formerUntil) })}</p>}
      <p>{t(($) => $.secret.use)}</p>
      <pre className="ew-open-call">{`curl -H 'Authorization: Bearer …' \\\n  ${location.origin}/api/open/v1/alarms`}</pre>
    </Modal>
  )
}

/** Shows a key's secret, once. Rendered next to the form that caused it. */
export const useSecretOnce = (): { show: (given: Given) => void; dialog: ReactNode } => {
  const [given, setGiven] = useState<Given>()
  return { show: setGiven, dialog: given && <SecretOnce {...given} onClose={() => setGiven(undefined)} /> }
}
