import { endpoints } from '@emberwatch/contract'
import { memo } from 'react'
import { useTranslation } from 'react-i18next'
import { useWrite } from '../../api/hooks.ts'
import { Clock } from '../../kit/clock.tsx'
import { StatusTag } from '../../kit/status-tag.tsx'
import { useCan } from '../../session/me.tsx'
import { detailPath, spotOf, typeName } from './alarm-labels.ts'
import type { QueuedAlarm } from './queued-alarm.ts'
import { homeReads } from './open-alarms.ts'
import { removeAlarm } from './queue.store.ts'

/** A waiting alarm: what, where, for how long, and the two actions. */
export const AlarmCard = memo(({ alarm }: { alarm: QueuedAlarm }) => {
  const { t } = useTranslation('alarm')
  const can = useCan()
  const confirm = useWrite(endpoints.alarm.confirm, { invalidates: homeReads })
  const { id, code } = alarm
  const confirmIt = () => {
    // The error has been shown. The event of the first user's action removes the card.
    if (!confirm.isPending) confirm.mutate({ id }, { onSuccess: () => removeAlarm(id) })
  }
  return (
    <li className="ew-alarm-card" data-alarm-id={id} data-level={alarm.level}>
      <span className="ew-alarm-what">
        <StatusTag enumeration="alarmLevel" value={alarm.level} />
        <strong>{typeName(alarm)}</strong>
        <span>{spotOf(alarm, t)}</span>
      </span>
      <Clock since={alarm.raisedAt} due={alarm.acknowledgeDueAt} fire={alarm.level === 'fire'} />
      <span className="ew-alarm-do">
        <a className="ew-button" href={`#${detailPath(id)}`} aria-label={t(($) => $.queue.openOf, { code })}>
          {t(($) => $.open)}
        </a>
        {can('alarm:confirm') && (
          <button
            type="button"
            className="ew-button ew-primary"
            aria-label={t(($) => $.queue.confirmOf, { code })}
            aria-busy={confirm.isPending}
            onClick={confirmIt}
          >
            {t(($) => $.confirm)}
          </button>
        )}
      </span>
    </li>
  )
})
