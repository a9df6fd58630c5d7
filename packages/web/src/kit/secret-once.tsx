import { CopyOutlined } from '@ant-design/icons'
import { Alert, Button, Input, Modal } from 'antd'
import { useRef, useState, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { toast } from '../toast.ts'
import { copyText } from './code.tsx'
import './secret-once.css'

/** Copies a secret. `onRefused`: the browser does not allow it. */
export const CopySecret = ({ secret, onRefused }: { secret: string; onRefused?: () => void }) => {
  const { t } = useTranslation('kit')
  const copy = async () => {
    if (await copyText(secret)) {
      toast.success(t(($) => $.once.copied))
      return
    }
    onRefused?.()
    toast.warning(t(($) => $.once.copyYourself))
  }
  return (
    <Button icon={<CopyOutlined aria-hidden />} onClick={() => void copy()}>
      {t(($) => $.once.copy)}
    </Button>
  )
}

/** A secret with a button that copies it. If the browser cannot copy, the text is selected for the keyboard. */
export const SecretField = ({ label, secret }: { label?: string; secret: string }) => {
  const { t } = useTranslation('kit')
  const field = useRef<HTMLDivElement>(null)
  return (
    <div ref={field} className="ew-once">
      <Input readOnly value={secret} aria-label={label ?? t(($) => $.once.secret)} />
      <CopySecret secret={secret} onRefused={() => field.current?.querySelector('input')?.select()} />
    </div>
  )
}

/** What is entered together with a secret: each with its label. */
export const CodeFacts = ({ facts }: { facts: readonly (readonly [label: string, code: string | number])[] }) => (
  <dl className="ew-code-facts">
    {facts.map(([label, code]) => (
      <div key={label}>
        <dt>{label}</dt>
        <dd>
          <code>{code}</code>
        </dd>
      </div>
    ))}
  </dl>
)

interface SecretOnceProps {
  title: string
  /** What to do with it now. */
  hint: string
  /** The button that closes the dialog, if it is not one secret. */
  noted?: string
  width?: number
  onClose: () => void
  /** The secret, and what is needed to use it. */
  children: ReactNode
}

/** A dialog with something that is shown only once. Only its button closes it. */
export const SecretOnce = ({ title, hint, noted, width = 440, onClose, children }: SecretOnceProps) => {
  const { t } = useTranslation('kit')
  return (
    <Modal
      open
      centered
      width={width}
      mask={{ closable: false }}
      closable={false}
      keyboard={false}
      title={title}
      onCancel={onClose}
      footer={
        <Button type="primary" onClick={onClose}>
          {noted ?? t(($) => $.once.noted)}
        </Button>
      }
    >
      <Alert className="ew-form-alert" type="warning" showIcon title={hint} />
      {children}
    </Modal>
  )
}

/** What is shown once, until it is closed. `dialog` is rendered next to the form that caused it. */
export const useShown = <Given,>(
  render: (given: Given, onClose: () => void) => ReactNode,
): { show: (given: Given) => void; dialog: ReactNode } => {
  const [given, setGiven] = useState<{ it: Given }>()
  return { show: (it) => setGiven({ it }), dialog: given && render(given.it, () => setGiven(undefined)) }
}

/** Shows a one-time password once (readings.md), or that the default password applies. Rendered next to the form that caused it. */
export const usePasswordOnce = (): {
  show: (account: string, answer: { password: string | null }) => void
  dialog: ReactNode
} => {
  const { t } = useTranslation('kit')
  const { show, dialog } = useShown<{ account: string; password: string }>(({ account, password }, onClose) => (
    <SecretOnce title={t(($) => $.passwordOnce.title, { account })} hint={t(($) => $.passwordOnce.hint)} onClose={onClose}>
      <SecretField label={t(($) => $.passwordOnce.label)} secret={password} />
    </SecretOnce>
  ))
  return {
    show: (account, { password }) => {
      if (password === null) toast.info(t(($) => $.passwordOnce.isDefault, { account }))
      else show({ account, password })
    },
    dialog,
  }
}
