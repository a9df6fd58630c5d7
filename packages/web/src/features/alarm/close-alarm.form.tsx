import { endpoints, type AlarmRow } from '@emberwatch/contract'
import { Alert } from 'antd'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { sharedTexts } from '../../i18n/i18n.ts'
import { FormDialog } from '../../kit/form/form-dialog.tsx'
import { useLiveEvents } from '../../live/live.ts'
import { placeOf, typeName } from './alarm-labels.ts'
import { homeReads } from './open-alarms.ts'

const alarm = endpoints.alarm

interface CloseAlarmProps {
  row: AlarmRow
  as: 'deal' | 'misreport'
  onClose: () => void
}

/** Closes an alarm as handled or false. Requires a reason while its source is active (domain.md). */
export default function CloseAlarm({ row, as, onClose }: CloseAlarmProps) {
  const { t } = useTranslation('alarm')
  const [active, setActive] = useState(row.sourceActive)
  useLiveEvents('alarm', (events) => {
    for (const { id, change } of events) {
      if (Number(id) !== row.id) continue
      if (change === 'repeated') setActive(true)
      if (change === 'restored') setActive(false)
    }
  })
  const reason = {
    name: 'reason',
    label: t(($) => $.form.reason),
    rules: [{ required: true, whitespace: true, message: sharedTexts().rules.required }],
  } as const
  const { id, code } = row
  const shared = { hidden: { id }, invalidates: homeReads, onClose }
  const head = (
    <>
      <p className="ew-close-alarm">
        <strong>{typeName(row)}</strong> {placeOf(row, t)}
      </p>
      {active && <Alert className="ew-form-alert" type="warning" showIcon title={t(($) => $.form.stillActive)} />}
    </>
  )
  return as === 'deal' ? (
    <FormDialog
      {...shared}
      endpoint={alarm.deal}
      title={t(($) => $.form.dealTitle, { code })}
      ok={t(($) => $.deal)}
      saved={t(($) => $.form.dealt)}
      fields={active ? ['handleWay', 'note', { ...reason, rules: [...reason.rules] }] : ['handleWay', 'note']}
    >
      {head}
    </FormDialog>
  ) : (
    <FormDialog
      {...shared}
      endpoint={alarm.misreport}
      title={t(($) => $.form.misreportTitle, { code })}
      ok={t(($) => $.misreport)}
      saved={t(($) => $.form.misreported)}
      fields={active ? ['cause', 'note', { ...reason, rules: [...reason.rules] }] : ['cause', 'note']}
    >
      {head}
    </FormDialog>
  )
}
