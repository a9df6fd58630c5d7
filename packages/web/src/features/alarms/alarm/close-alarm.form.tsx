import { alarmPhotos, type AlarmRow, pages } from '@emberwatch/contract'
import { useNavigate } from '@tanstack/react-router'
import { Alert, Switch } from 'antd'
import { useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { fieldLabel, sharedTexts } from '../../../i18n/i18n.ts'
import { FormDialog } from '../../../kit/form/form-dialog.tsx'
import { useLiveEvents } from '../../../live/live.ts'
import { useCan } from '../../../session/me.tsx'
import { placeOf, typeName } from './alarm-labels.ts'
import { useAlarmSource } from './alarm-source.ts'
import { stillAlike } from './alike.ts'
import { CauseButtons } from './cause-buttons.tsx'
import { PhotoPicker } from './photo-picker.tsx'
import { useAlike } from './use-alike.ts'

interface CloseAlarmProps {
  row: AlarmRow
  as: 'deal' | 'misreport'
  onClose: () => void
}

/** Closes an alarm as handled or false. Requires a reason while its source is still active (domain.md). */
export default function CloseAlarm({ row, as, onClose }: CloseAlarmProps) {
  const { t } = useTranslation('alarm')
  const work = useTranslation('alarm-detail').t
  const can = useCan()
  const navigate = useNavigate()
  const source = useAlarmSource()
  const [active, setActive] = useState(row.sourceActive)
  const repair = useRef(false)
  const { alike, closeAlike } = useAlike(row, as)
  /** The alarms like it that were there when they were chosen: none that comes later is closed unseen. */
  const [others, setOthers] = useState<readonly AlarmRow[]>()
  useLiveEvents('alarm', (events) => {
    for (const { id, change } of events) {
      if (Number(id) !== row.id) continue
      if (change === 'repeated' || change === 'raisedAgain') setActive(true)
      if (change === 'restored') setActive(false)
    }
  })
  const required = [{ required: true, whitespace: true, message: sharedTexts().rules.required }]
  const reason = { name: 'reason', label: t(($) => $.form.reason), rules: required } as const
  const { id, code, deviceCode } = row
  const followUp = (_: unknown, input: object) => {
    // The errors have been shown, each with its alarm.
    if (others) void closeAlike({ ...input }, others).catch(() => undefined)
    if (!repair.current) return
    if (source.repair) source.repair(row)
    else void navigate({ to: pages.repairOrderList, search: { create: '1', alarmId: String(id), deviceCode: deviceCode ?? '' } })
  }
  const shared = { hidden: { id }, onClose, onSaved: followUp }
  const photos = { name: 'photos', control: <PhotoPicker most={alarmPhotos} /> } as const
  const repairOrder = {
    extra: 'repair',
    label: work(($) => $.close.repair),
    hint: work(($) => $.close.repairHint),
    control: <Switch onChange={(on) => (repair.current = on)} />,
  } as const
  const after = can('repairOrder:create') && deviceCode !== null && row.orderId === null ? [repairOrder] : []
  const like = alike(active)
  const count = (others ? stillAlike(others, like) : like).length
  const closesAlike = {
    extra: 'alike',
    label: t(($) => $.form.alike, { count }),
    hint: t(($) => $.form.alikeHint),
    control: <Switch onChange={(on) => setOthers(on ? like : undefined)} />,
  } as const
  const why = [...(active ? [reason] : []), ...(count > 0 ? [closesAlike] : [])]
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
      endpoint={source.deal}
      title={t(($) => $.form.dealTitle, { code })}
      ok={t(($) => $.deal)}
      saved={t(($) => $.form.dealt)}
      fields={[
        { name: 'result', label: fieldLabel('result'), rules: required },
        'handleWay',
        'note',
        { name: 'brigadeCalledAt', hint: work(($) => $.close.brigadeHint) },
        'losses',
        photos,
        ...why,
        ...after,
      ]}
    >
      {head}
    </FormDialog>
  ) : (
    <FormDialog
      {...shared}
      endpoint={source.misreport}
      title={t(($) => $.form.misreportTitle, { code })}
      ok={t(($) => $.misreport)}
      saved={t(($) => $.form.misreported)}
      fields={[
        { name: 'cause', control: <CauseButtons /> },
        'note',
        { name: 'brigadeCalledAt', hint: work(($) => $.close.brigadeHint) },
        photos,
        ...why,
        ...after,
      ]}
    >
      {head}
    </FormDialog>
  )
}
