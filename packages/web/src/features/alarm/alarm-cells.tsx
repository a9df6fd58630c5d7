import type { AlarmRow } from '@emberwatch/contract'
import { useTranslation } from 'react-i18next'
import { Clock } from '../../kit/clock.tsx'
import { Code } from '../../kit/code.tsx'
import type { Column } from '../../kit/list/types.ts'
import { alarmTone } from '../../kit/status-looks.ts'
import { StatusTag, Tag } from '../../kit/status-tag.tsx'
import { stringifySearch } from '../../kit/search-params.ts'
import { formatTime, Time } from '../../kit/time.tsx'
import { hasPage } from '../../shell/menu-tree.ts'
import { detailPath, spotOf, typeName } from './alarm-words.ts'
import './alarm.css'

/** Counts since the alarm stood up until somebody has acted, and says when that is due; afterwards it says how long it took. */
export const ResponseClock = ({ alarm }: { alarm: AlarmRow }) => {
  const { t } = useTranslation('alarm')
  const { raisedAt, confirmedAt, closedAt, acknowledgeDueAt } = alarm
  const answeredAt = confirmedAt ?? closedAt
  if (!answeredAt) return <Clock since={raisedAt} due={acknowledgeDueAt} fire={alarmTone(alarm) === 'fire'} />
  return (
    <span className="ew-two-lines">
      <Clock since={raisedAt} until={answeredAt} />
      <small>{confirmedAt ? t(($) => $.untilConfirmed) : t(($) => $.untilClosed)}</small>
    </span>
  )
}

/** What it is, in the colour of how much it presses; a signal on test says so, whatever its level. */
export const LevelTag = ({ alarm }: { alarm: AlarmRow }) => {
  const { t } = useTranslation('alarm')
  return (
    <>
      <StatusTag enumeration="alarmLevel" value={alarm.level} tone={alarmTone(alarm)} />
      {alarm.test && <Tag look={{ tone: 'fault', shape: '⊘' }}>{t(($) => $.test)}</Tag>}
    </>
  )
}

export const StateTag = ({ alarm }: { alarm: AlarmRow }) => (
  <StatusTag enumeration="alarmState" value={alarm.state} tone={alarmTone(alarm)} />
)

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
      <StateTag alarm={alarm} />
      <small>{alarm.sourceActive ? t(($) => $.active) : t(($) => $.restored)}</small>
      {alarm.orderId !== null && <OrderLink alarm={alarm} />}
    </span>
  )
}

const unknownList = '/device/unknownDeviceList'

/** A detector that nobody has registered, by the code that it sent, and the way to register it. */
export const Unregistered = ({ alarm: { deviceCode } }: { alarm: Pick<AlarmRow, 'deviceCode'> }) => {
  const { t } = useTranslation('alarm')
  const words = t(($) => $.unregistered, { code: deviceCode ?? '' })
  return hasPage(unknownList) ? (
    <a
      className="ew-link"
      href={`#${unknownList}${stringifySearch({ keyword: deviceCode })}`}
      title={t(($) => $.unregisteredHint)}
    >
      {words}
    </a>
  ) : (
    <>{words}</>
  )
}

export const isUnregistered = ({ deviceId, deviceCode }: Pick<AlarmRow, 'deviceId' | 'deviceCode'>): boolean =>
  deviceId === null && deviceCode !== null

const Place = ({ alarm }: { alarm: AlarmRow }) => {
  const { t } = useTranslation('alarm')
  return (
    <span className="ew-two-lines">
      <span>{alarm.projectName ?? t(($) => $.noProject)}</span>
      <small>{isUnregistered(alarm) ? <Unregistered alarm={alarm} /> : spotOf(alarm, t)}</small>
    </span>
  )
}

/** The edge of a row. */
export const toneOf = (alarm: AlarmRow): 'fire' | 'fault' | undefined => {
  const tone = alarmTone(alarm)
  return tone === 'neutral' ? undefined : tone
}

/** What it is, and the way to all that is known of it. */
const Name = ({ alarm }: { alarm: AlarmRow }) => (
  <span className="ew-two-lines">
    <span className="ew-alarm-level">
      <LevelTag alarm={alarm} /> {typeName(alarm)}
    </span>
    <Code href={`#${detailPath(alarm.id)}`}>{alarm.code}</Code>
  </span>
)

/** The columns of every list of alarms. */
export const useAlarmColumns = (): readonly Column<AlarmRow>[] => {
  const { t } = useTranslation('alarm')
  return [
    { field: 'code', label: t(($) => $.name), render: (alarm) => <Name alarm={alarm} /> },
    { field: 'projectName', label: t(($) => $.place), render: (alarm) => <Place alarm={alarm} /> },
    { field: 'state', render: (alarm) => <State alarm={alarm} /> },
    { field: 'responseClock', render: (alarm) => <ResponseClock alarm={alarm} /> },
    { field: 'firstAt', render: (alarm) => <Signals alarm={alarm} /> },
  ]
}
