import { endpoints, type FrameTested } from '@emberwatch/contract'
import { Alert, Button, Input, Modal } from 'antd'
import { useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useCall } from '../../../api/hooks.ts'
import { enumLabel, fieldLabel } from '../../../i18n/i18n.ts'
import { currentLanguage } from '../../../i18n/language.ts'
import { PlainTable } from '../../../kit/plain-table.tsx'
import { Tag } from '../../../kit/status-tag.tsx'
import type { StatusStyle } from '../../../kit/status-styles.ts'
import './report-param.css'

const reportParam = endpoints.reportParam
type Report = FrameTested['reports'][number]

const looks: Readonly<Record<Report['comesTo'], StatusStyle>> = {
  alarm: { tone: 'fire', shape: '◆' },
  fault: { tone: 'fault', shape: '▲' },
  unknownRaised: { tone: 'fault', shape: '▲' },
  restored: { tone: 'normal', shape: '●' },
  stored: { tone: 'neutral', shape: '○' },
  unknownListed: { tone: 'info', shape: '◇' },
}

const Results = ({ tested }: { tested: FrameTested }) => {
  const { t } = useTranslation('report-param')
  const zh = currentLanguage() === 'zh'
  const unread = tested.unreadableAlarm && t(($) => $.test.unreadableAlarm)
  if (tested.unreadable !== null)
    return (
      <Alert
        type={unread ? 'error' : 'warning'}
        showIcon
        title={t(($) => $.test.unreadable, { reason: enumLabel('malformedReason', tested.unreadable) })}
        description={unread || undefined}
      />
    )
  return (
    <>
      {unread && <Alert className="ew-form-alert" type="error" showIcon title={unread} />}
      <PlainTable<Report>
        label={t(($) => $.test.results)}
        rows={tested.reports}
        columns={[
          { label: fieldLabel('deviceCode'), render: ({ deviceCode }) => deviceCode ?? '—' },
          {
            label: fieldLabel('sourceCode'),
            render: ({ sourceFormat, sourceCode }) => [sourceFormat, sourceCode].filter(Boolean).join(' '),
          },
          { label: t(($) => $.reason), render: ({ reasonZh, reasonEn }) => (zh ? reasonZh : reasonEn) ?? '—' },
          { label: t(($) => $.raises), render: ({ typeNameZh, typeNameEn }) => (zh ? typeNameZh : typeNameEn) ?? '—' },
          {
            label: fieldLabel('comesTo'),
            render: ({ comesTo }) => <Tag look={looks[comesTo]}>{enumLabel('frameOutcome', comesTo)}</Tag>,
          },
          { label: t(($) => $.test.said), render: ({ sms }) => sms ?? '—' },
        ]}
      />
    </>
  )
}

/** Shows what a message would lead to, without sending it anywhere. */
export default function TestFrame({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation('report-param')
  const id = useId()
  const [typed, setTyped] = useState('')
  const [sample, setSample] = useState('')
  const query = useCall(reportParam.test, { sample }, { enabled: sample !== '' })
  return (
    <Modal open centered width={860} title={t(($) => $.test.title)} footer={null} onCancel={onClose}>
      <p>{t(($) => $.test.hint)}</p>
      <label htmlFor={id}>{fieldLabel('sample')}</label>
      <Input.TextArea
        id={id}
        autoSize={{ minRows: 4, maxRows: 12 }}
        maxLength={4_000}
        spellCheck={false}
        value={typed}
        placeholder={t(($) => $.test.placeholder)}
        onChange={(event) => setTyped(event.target.value)}
      />
      <div className="ew-form-buttons ew-test-run">
        <Button
          type="primary"
          disabled={typed.trim() === ''}
          loading={query.isFetching}
          onClick={() => (typed.trim() === sample ? void query.refetch() : setSample(typed.trim()))}
        >
          {t(($) => $.test.run)}
        </Button>
      </div>
      {query.data && sample !== '' && <Results tested={query.data} />}
    </Modal>
  )
}
