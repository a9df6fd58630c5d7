import { CopyOutlined } from '@ant-design/icons'
import { Alert, Button, Input, Modal } from 'antd'
import { useRef, useState, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { copyText } from './copy.ts'
import { toast } from '../toast.ts'
import './password-once.css'

interface Given {
  account: string
  password: string
}

const PasswordOnce = ({ account, password, onClose }: Given & { onClose: () => void }) => {
  const { t } = useTranslation('kit')
  const field = useRef<HTMLDivElement>(null)
  const copy = async () => {
    if (await copyText(password)) {
      toast.success(t(($) => $.passwordOnce.copied))
      return
    }
    // If the browser cannot copy, the text is selected for the keyboard.
    field.current?.querySelector('input')?.select()
    toast.warning(t(($) => $.passwordOnce.copyYourself))
  }
  return (
    <Modal
      open
      centered
      width={440}
      mask={{ closable: false }}
      closable={false}
      keyboard={false}
      title={t(($) => $.passwordOnce.title, { account })}
      onCancel={onClose}
      footer={
        <Button type="primary" onClick={onClose}>
          {t(($) => $.passwordOnce.noted)}
        </Button>
      }
    >
      <Alert className="ew-form-alert" type="warning" showIcon title={t(($) => $.passwordOnce.hint)} />
      <div ref={field} className="ew-once">
        <Input readOnly value={password} aria-label={t(($) => $.passwordOnce.label)} />
        <Button icon={<CopyOutlined aria-hidden />} onClick={() => void copy()}>
          {t(($) => $.passwordOnce.copy)}
        </Button>
      </div>
    </Modal>
  )
}

/** Shows a one-time password once (readings.md), or that the default password applies. Rendered next to the form that caused it. */
export const usePasswordOnce = (): {
  show: (account: string, answer: { password: string | null }) => void
  dialog: ReactNode
} => {
  const { t } = useTranslation('kit')
  const [given, setGiven] = useState<Given>()
  return {
    show: (account, { password }) => {
      if (password === null) toast.info(t(($) => $.passwordOnce.isDefault, { account }))
      else setGiven({ account, password })
    },
    dialog: given && <PasswordOnce {...given} onClose={() => setGiven(undefined)} />,
  }
}
