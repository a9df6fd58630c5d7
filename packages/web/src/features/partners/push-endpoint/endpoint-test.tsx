import { endpoints, type OutputOf, type PushEndpointRow } from '@emberwatch/contract'
import { Alert, Button, Modal } from 'antd'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useWrite } from '../../../api/hooks.ts'
import { usePushError } from './endpoint-cells.tsx'

const { test } = endpoints.pushEndpoint
type Answer = OutputOf<typeof test>

/** Pushes one test event and shows what came of it. */
export default function EndpointTest({ row, onClose }: { row: PushEndpointRow; onClose: () => void }) {
  const { t } = useTranslation('push-endpoint')
  const kit = useTranslation('kit').t
  const errorOf = usePushError()
  const [answer, setAnswer] = useState<Answer>()
  const write = useWrite(test)
  const send = async (): Promise<void> => {
    setAnswer(undefined)
    await write.mutateAsync({ id: row.id }).then(setAnswer, () => undefined)
  }
  useEffect(() => {
    void send()
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- once, when it opens
  }, [])
  const words = ({ pushState, statusCode, ms, pushError }: Answer): string => {
    if (pushState !== 'delivered') return t(($) => $.test.failed, { reason: errorOf(pushError, statusCode) })
    return statusCode === null
      ? t(($) => $.test.delivered, { ms: ms ?? 0 })
      : t(($) => $.test.deliveredStatus, { status: statusCode, ms: ms ?? 0 })
  }
  return (
    <Modal
      open
      title={t(($) => $.test.title, { name: row.name })}
      onCancel={onClose}
      footer={[
        <Button key="cancel" onClick={onClose}>
          {kit(($) => $.close)}
        </Button>,
        <Button key="send" type="primary" loading={write.isPending} onClick={() => void send()}>
          {t(($) => $.test.again)}
        </Button>,
      ]}
    >
      <div aria-live="polite">
        {write.isPending && <p className="ew-muted">{t(($) => $.test.running)}</p>}
        {answer && <Alert showIcon type={answer.pushState === 'delivered' ? 'success' : 'error'} title={words(answer)} />}
        {answer?.response && (
          <>
            <h2>{t(($) => $.test.answer)}</h2>
            <pre className="ew-push-text">{answer.response}</pre>
          </>
        )}
      </div>
    </Modal>
  )
}
