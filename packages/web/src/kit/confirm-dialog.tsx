import { Input, Modal, type ModalProps } from 'antd'
import { useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Question } from './confirm.ts'

const onlyOk: ModalProps['footer'] = (_buttons, { OkBtn }) => <OkBtn />

export default function ConfirmDialog({
  title,
  content,
  ok,
  cancel,
  danger = false,
  typeName,
  answer,
}: Question & { answer: (yes: boolean) => void }) {
  const { t } = useTranslation('kit')
  const [typed, setTyped] = useState('')
  const id = useId()
  const fits = typeName === undefined || typed.trim() === typeName
  return (
    <Modal
      open
      centered
      width={440}
      title={title}
      okText={ok ?? t(($) => $.confirm)}
      cancelText={cancel ?? t(($) => $.cancel)}
      okButtonProps={{ danger, disabled: !fits }}
      {...(cancel === null ? { footer: onlyOk } : {})}
      onOk={() => answer(true)}
      onCancel={() => answer(false)}
    >
      {content && <div>{content}</div>}
      {typeName !== undefined && (
        <div className="ew-type-name">
          <label htmlFor={id}>{t(($) => $.confirmDialog.typeName, { name: typeName })}</label>
          <Input
            id={id}
            autoFocus
            autoComplete="off"
            value={typed}
            onChange={(event) => setTyped(event.target.value)}
            onPressEnter={() => fits && answer(true)}
          />
        </div>
      )}
    </Modal>
  )
}
