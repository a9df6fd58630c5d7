import { endpoints, type OutputOf } from '@emberwatch/contract'
import { Alert, Button, Form, Input, Modal } from 'antd'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ApiError } from '../../../api/api-error.ts'
import { useWrite } from '../../../api/hooks.ts'
import { enumLabel, sharedTexts } from '../../../i18n/i18n.ts'
import { rulesOf } from '../../../kit/form/rules.ts'
import type { ProviderRow } from './provider.form.tsx'

const { test } = endpoints.notifyProvider
type Answer = OutputOf<typeof test>

/** Sends one real message and shows the provider's answer. It stays open, so that another address can be tried. */
export default function ProviderTest({ row, onClose }: { row: ProviderRow; onClose: () => void }) {
  const { t } = useTranslation('notify-provider')
  const kit = useTranslation('kit').t
  const [form] = Form.useForm<{ to?: string }>()
  const [answer, setAnswer] = useState<Answer>()
  const write = useWrite(test)
  const isPush = row.channel === 'app'
  const send = async ({ to }: { to?: string }): Promise<void> => {
    setAnswer(undefined)
    try {
      setAnswer(await write.mutateAsync({ id: row.id, ...(to === undefined ? {} : { to: to.trim() }) }))
    } catch (error) {
      // The call has shown errors that do not concern the address.
      const wrong = error instanceof ApiError ? error.fields.filter(({ field }) => field === 'to') : []
      form.setFields(wrong.map(({ msg }) => ({ name: 'to' as const, errors: [msg] })))
    }
  }
  const refused = ({ result, reason, ms }: Answer) =>
    t(($) => $.test.refused, { result: enumLabel('sendResult', result), ms, reason: reason ?? t(($) => $.notReported) })
  return (
    <Modal
      open
      title={t(($) => $.test.title, { name: row.name })}
      onCancel={onClose}
      footer={[
        <Button key="cancel" onClick={onClose}>
          {kit(($) => $.close)}
        </Button>,
        <Button key="send" type="primary" loading={write.isPending} onClick={() => form.submit()}>
          {t(($) => $.test.send)}
        </Button>,
      ]}
    >
      <Form form={form} layout="vertical" onFinish={(values) => void send(values)}>
        <p className="ew-muted">{t(($) => $.test.note)}</p>
        {isPush ? (
          <p>{t(($) => $.test.push)}</p>
        ) : (
          <Form.Item
            name="to"
            label={row.channel === 'mail' ? t(($) => $.test.toMail) : t(($) => $.test.toPhone)}
            rules={[{ required: true, message: sharedTexts().rules.required }, ...rulesOf(test, 'to')]}
            validateFirst
          >
            <Input autoFocus />
          </Form.Item>
        )}
        <button type="submit" hidden />
      </Form>
      <div aria-live="polite">
        {answer && (
          <Alert
            showIcon
            type={answer.result === 'accepted' ? 'success' : 'error'}
            title={answer.result === 'accepted' ? t(($) => $.test.accepted, { ms: answer.ms }) : refused(answer)}
            {...(answer.ref === null ? {} : { description: t(($) => $.test.ref, { ref: answer.ref }) })}
          />
        )}
      </div>
    </Modal>
  )
}
