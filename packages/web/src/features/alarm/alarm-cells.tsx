import type { AlarmRow } from '@emberwatch/contract'
import { useTranslation } from 'react-i18next'
import { Clock } from '../../kit/clock.tsx'
import type { Column } from '../../kit/list/types.ts'
import { StatusTag, Tag } from '../../kit/status-tag.tsx'
import { formatTime, Time } from '../../kit/time.tsx'
import { hasPage } from '../../shell/menu-tree.ts'
import { detailPath, spotOf, typeName } from './alarm-words.ts'
import './alarm.css'

/** Counts from the first signal until somebody has acted, and says when that is due; afterwards it says how long it took. */
export const ResponseClock = ({ alarm: { firstAt, confirmedAt, closedAt, acknowledgeDueAt } }: { alarm: AlarmRow }) => {
  const { t } = useTranslation('alarm')
  const answeredAt = confirmedAt ?? closedAt
  if (!answeredAt) return <Clock since={firstAt} due={acknowledgeDueAt} />
  return (
    <span className="ew-two-lines">
      <Clock since={firstAt} until={answeredAt} />
      <small>{confirmedAt ? t(($) => $.untilConfirmed) : t(($) => $.untilClosed)}</small>
    </span>
  )
}

/** A signal on test is yellow and says so, whatever its level. */
export const LevelTag = ({ alarm }: { alarm: AlarmRow }) => {
  const { t } = useTranslation('alarm')
  return (
    <>
      <StatusTag enumeration="alarmLevel" value={alarm.level} />
      {alarm.test && <Tag look={{ tone: 'fault', shape: '⊘' }}>{t(($) => $.test)}</Tag>}
    </>
  )
}

const orderPage = '/order/repairOrderList/detail'

export const OrderLink = ({ alarm: { orderId, orderCode } }: { alarm: AlarmRow }) => {
  if (orderId === null) return <>—</>
  return hasPage(orderPage) ? (
    <a className="ew-link" href={`#${orderPage}?id=${orderId}`}>
      {orderCode}
    </a>
  ) : (
    <>{orderCode}</>
  )
}

const Signals = ({ alarm }: { alarm: AlarmRow }) => {
  const { t } = useTranslation('alarm')
  return (
    <span className="ew-two-lines">
      <Time value={alarm.firstAt} />
      {alarm.repeatCount > 0 && (
        <small>
          {t(($) => $.repeats, { count: alarm.repeatCount, time: formatTime(alarm.lastAt, alarm.timeZone).slice(11) })}
        </small>
      )}
    </span>
  )
}

const State = ({ alarm }: { alarm: AlarmRow }) => {
  const { t } = useTranslation('alarm')
  return (
    <span className="ew-two-lines">
      <StatusTag enumeration="alarmState" value={alarm.state} />
      <small>{alarm.sourceActive ? t(($) => $.active) : t(($) => $.restored)}</small>
      {alarm.orderId !== null && <OrderLink alarm={alarm} />}
    </span>
  )
}

const Place = ({ alarm }: { alarm: AlarmRow }) => {
  const { t } = useTranslation('alarm')
  return (
    <span className="ew-two-lines">
      <span>{alarm.projectName ?? t(($) => $.noProject)}</span>
      <small>{spotOf(alarm) || t(($) => $.noDevice)}</small>
    </span>
  )
}

/** Red is fire that waits for somebody, and nothing else; yellow is on test. */
export const toneOf = ({ state, level, test }: AlarmRow): 'fire' | 'fault' | undefined => {
  if (test) return 'fault'
  return state === 'unconfirmed' && level === 'fire' ? 'fire' : undefined
}

/** What it is, and the way to all that is known of it. */
const Name = ({ alarm }: { alarm: AlarmRow }) => (
  <span className="ew-two-lines">
    <span className="ew-alarm-level">
      <LevelTag alarm={alarm} /> {typeName(alarm)}
    </span>
    <a className="ew-link" href={`#${detailPath(alarm.id)}`}>
      {alarm.code}
    </a>
  </span>
)

/** The columns of every list of alarms. */
export const useAlarmColumns = (): readonly Column<AlarmRow>[] => {
  const { t } = useTranslation('alarm')
  return [
    { field: 'code', label: t(($) => $.name), render: (alarm) => <Name alarm={alarm} /> },
    { field: 'responseClock', render: (alarm) => <ResponseClock alarm={alarm} /> },
    { field: 'projectName', label: t(($) => $.place), render: (alarm) => <Place alarm={alarm} /> },
    { field: 'state', render: (alarm) => <State alarm={alarm} /> },
    { field: 'firstAt', render: (alarm) => <Signals alarm={alarm} /> },
  ]
}
