import { enums, endpoints, errorCatalogue, limits, type AlarmRow, alarmPhotos, pages } from '@emberwatch/contract'
import { Radio, Alert, Button, Switch } from 'antd'
import { useTranslation } from 'react-i18next'
import { useNavigate } from '@tanstack/react-router'
import { useRef, useState } from 'react'
import { enumLabel, fieldLabel, sharedTexts } from '../../../i18n/i18n.ts'
import type { ApiError } from '../../../api/api-error.ts'
import { call, request } from '../../../api/call.ts'
import { useCall, useRefresh } from '../../../api/hooks.ts'
import { formatTime } from '../../../kit/time.tsx'
import { useRunEach } from '../../../kit/use-run-each.tsx'
import { useActor, useCan } from '../../../session/me.tsx'
import { useAlarmSource } from './alarm-source.ts'
import { closableAlike, stillAlike } from './alike.ts'
import { FormDialog } from '../../../kit/form/form-dialog.tsx'
import { useLiveEvents } from '../../../live/live.ts'
import { placeOf, typeName } from './alarm-labels.ts'
import { PhotoPicker } from './media-picker.tsx'

/** Why an alarm was false: one click, because all causes are in sight. A form sets the value. */
const CauseButtons = (field: { id?: string; value?: string; onChange?: (value: string) => void }) => (
  <Radio.Group
    {...(field.id === undefined ? {} : { id: field.id })}
    className="ew-causes"
    optionType="button"
    value={field.value}
    options={enums.misreportCause.map((value) => ({ value, label: enumLabel('misreportCause', value) }))}
    onChange={({ target }) => field.onChange?.(String(target.value))}
  />
)

type Input = Readonly<Record<string, unknown>>

/** The open alarms of the same device and type, and how they are closed like this one: each by itself, with a log entry of its own. */
const useAlike = (row: AlarmRow, as: 'deal' | 'misreport') => {
  const { t } = useTranslation('alarm')
  const actor = useActor()
  const source = useAlarmSource()
  const endpoint = as === 'deal' ? source.resolve : source.misreport
  const may = useCan()('alarm:view')
  const runEach = useRunEach()
  const refresh = useRefresh()
  const { deviceId, typeId } = row
  const input = { open: true, typeId, pageNum: 1, pageSize: limits.pageSizes[3], ...(deviceId === null ? {} : { deviceId }) }
  const rows = useCall(endpoints.alarm.page, input, { enabled: may && deviceId !== null, quiet: true }).data?.list ?? []
  const alike = (reason: boolean) => closableAlike(rows, row, { as, reason, actor })
  /** @param chosen those that were there when somebody decided to close them too */
  const closeAlike = async (like: Input, chosen: readonly AlarmRow[]) => {
    // Photos show this alarm.
    const { photos: _, ...values } = like
    const others = stillAlike(chosen, alike(typeof values['reason'] === 'string'))
    if (others.length === 0) return
    await runEach(
      others,
      ({ code }) => code,
      ({ id, raisedAt }) => request(endpoint, { ...values, id, raisedAt }, { quiet: true }),
      t(($) => $.form.alikeClosed, { count: others.length }),
    )
    await refresh(endpoint)
  }
  return { alike, closeAlike }
}

/** The alarm that the form shows, and what it has become if it was raised again: a new fire, which is not closed before somebody has looked at it. */
const useSeen = (row: AlarmRow) => {
  const [seen, setSeen] = useState(row)
  const [again, setAgain] = useState<AlarmRow>()
  const [active, setActive] = useState(row.sourceActive)
  const lookAgain = async () => {
    // If it cannot be read, the alarm stays open: the server refuses to close what was not seen.
    const now = await call(endpoints.alarm.detail, { id: row.id }, { quiet: true }).catch(() => undefined)
    if (!now || now.raisedAt === seen.raisedAt) return
    setAgain(now)
    setActive(now.sourceActive)
  }
  useLiveEvents('alarm', (events) => {
    for (const { id, change } of events) {
      if (Number(id) !== row.id) continue
      if (change === 'repeated' || change === 'raisedAgain') setActive(true)
      if (change === 'restored') setActive(false)
      if (change === 'raisedAgain') void lookAgain()
    }
  })
  const accept = () => {
    if (again) setSeen(again)
    setAgain(undefined)
  }
  return { seen, again, accept, active, lookAgain }
}

interface CloseAlarmProps {
  row: AlarmRow
  as: 'deal' | 'misreport'
  onClose: () => void
}

/** Closes an alarm as handled or false. Requires a reason while its source is still active (domain.md). */
export default function CloseAlarm({ row: opened, as, onClose }: CloseAlarmProps) {
  const { t } = useTranslation('alarm')
  const work = useTranslation('alarm-detail').t
  const can = useCan()
  const navigate = useNavigate()
  const source = useAlarmSource()
  const { seen: row, again, accept, active, lookAgain } = useSeen(opened)
  const repair = useRef(false)
  const { alike, closeAlike } = useAlike(row, as)
  /** The alarms like it that were there when they were chosen: none that comes later is closed unseen. */
  const [others, setOthers] = useState<readonly AlarmRow[]>()
  const required = [{ required: true, whitespace: true, message: sharedTexts().rules.required }]
  const reason = { name: 'reason', label: t(($) => $.form.reason), rules: required } as const
  const { id, raisedAt, code, deviceCode } = row
  const followUp = (_: unknown, input: object) => {
    // The errors have been shown, each with its alarm.
    if (others) void closeAlike({ ...input }, others).catch(() => undefined)
    if (!repair.current) return
    if (source.repair) source.repair(row)
    else void navigate({ to: pages.repairOrderList, search: { create: '1', alarmId: String(id), deviceCode: deviceCode ?? '' } })
  }
  const onRefused = ({ code: refusal }: ApiError) => {
    if (refusal === errorCatalogue.raisedAgain.code) void lookAgain()
  }
  const shared = { hidden: { id, raisedAt }, onClose, onSaved: followUp, onRefused }
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
      {again && (
        <Alert
          className="ew-form-alert"
          type="error"
          showIcon
          title={t(($) => $.form.raisedAgain, { when: formatTime(again.raisedAt, again.timeZone) })}
          action={<Button onClick={accept}>{t(($) => $.form.lookedAt)}</Button>}
        />
      )}
      {active && <Alert className="ew-form-alert" type="warning" showIcon title={t(($) => $.form.stillActive)} />}
    </>
  )
  return as === 'deal' ? (
    <FormDialog
      {...shared}
      endpoint={source.resolve}
      title={t(($) => $.form.resolveTitle, { code })}
      ok={t(($) => $.resolve)}
      saved={t(($) => $.form.resolved)}
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
