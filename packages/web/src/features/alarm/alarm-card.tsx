import { endpoints } from '@emberwatch/contract'
import { memo } from 'react'
import { useTranslation } from 'react-i18next'
import { useWrite } from '../../api/hooks.ts'
import { Clock } from '../../kit/clock.tsx'
import { StatusTag } from '../../kit/status-tag.tsx'
import { useCan } from '../../session/me.tsx'
import { detailPath, spotOf, typeName } from './alarm-words.ts'
import type { Announced } from './announced.ts'
import { alarmReads } from './open-alarms.ts'
import { settle } from './queue.store.ts'

/** A waiting alarm: what, where, for how long, and the two things to do. */
export const AlarmCard = memo(({ alarm }: { alarm: Announced }) => {
  const { t } = useTranslation('alarm')
  const can = useCan()
  const confirm = useWrite(endpoints.alarm.confirm, { invalidates: alarmReads })
  const { id, code } = alarm
  const confirmIt = () => {
    // A refusal has been shown; the event of whoever was first takes the card away.
    if (!confirm.isPending) confirm.mutate({ id }, { onSuccess: () => settle(id) })
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
