import { pageHref } from '@emberwatch/contract'
import { memo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Clock } from '../../../kit/clock.tsx'
import { StatusTag, Tag } from '../../../kit/status-tag.tsx'
import { useCan } from '../../../session/me.tsx'
import { placeOf, typeName } from './alarm-labels.ts'
import { isFire, type QueuedAlarm } from './queued-alarm.ts'
import { removeAlarm } from './queue.store.ts'
import { useConfirmAlarm } from './use-confirm-alarm.ts'

/** A waiting alarm: what, where, for how long, and the two actions. One that is `gone` only keeps its place. */
export const AlarmCard = memo(({ alarm, gone = false }: { alarm: QueuedAlarm; gone?: boolean }) => {
  const { t } = useTranslation('alarm')
  const can = useCan()
  const confirm = useConfirmAlarm()
  const [busy, setBusy] = useState(false)
  const { id, code, level, test } = alarm
  const confirmIt = async () => {
    if (busy) return
    setBusy(true)
    try {
      if (await confirm(id)) removeAlarm(id)
    } catch {
      // The error has been shown. The event of the first user's action removes the row.
    } finally {
      setBusy(false)
    }
  }
  const place = placeOf(alarm, t)
  return (
    <div className="ew-alarm-card" data-alarm-id={id} data-level={test ? 'test' : level} data-gone={gone}>
      <span className="ew-alarm-what">
        {test && <Tag look={{ tone: 'fault', shape: '⊘' }}>{t(($) => $.test)}</Tag>}
        <StatusTag enumeration="alarmLevel" value={level} tone={test ? 'fault' : undefined} />
        <strong>{typeName(alarm)}</strong>
        <span className="ew-alarm-where" title={place}>
          {place}
        </span>
      </span>
      {gone ? (
        <small>{t(($) => $.queue.gone)}</small>
      ) : (
        <Clock since={alarm.raisedAt} due={alarm.acknowledgeDueAt} fire={isFire(alarm)} />
      )}
      <span className="ew-alarm-do">
        <a className="ew-button" href={pageHref('alarmDetail', { id })} aria-label={t(($) => $.queue.openOf, { code })}>
          {t(($) => $.open)}
        </a>
        {can('alarm:confirm') && (
          <button
            type="button"
            className="ew-button ew-primary"
            // Without it, the link would take its place.
            hidden={gone}
            aria-label={t(($) => $.queue.confirmOf, { code })}
            aria-busy={busy}
            onClick={() => void confirmIt()}
          >
            {t(($) => $.confirm)}
          </button>
        )}
      </span>
    </div>
  )
})
