import { type AlarmRow, pageHref } from '@emberwatch/contract'
import { useTranslation } from 'react-i18next'
import { Clock, LiveText } from '../../../kit/clock.tsx'
import { Code } from '../../../kit/code.tsx'
import { TwoLines } from '../../../kit/list/standard-columns.tsx'
import type { Column } from '../../../kit/list/types.ts'
import { sentName } from '../../../kit/sent-name.ts'
import { alarmTone } from '../../../kit/status-styles.ts'
import { StatusTag, Tag } from '../../../kit/status-tag.tsx'
import { formatSpan, formatTime, Time } from '../../../kit/time.tsx'
import { useCan, useMe } from '../../../session/me.tsx'
import { spotOf, typeName } from './alarm-labels.ts'
import './alarm.css'

/**
 * Counts from when the alarm was raised until somebody acts, and shows when that is due; then until it is closed, if that is due
 * as well. Afterwards it shows how long it took.
 */
export const ResponseClock = ({ alarm }: { alarm: AlarmRow }) => {
  const { t } = useTranslation('alarm')
  const { raisedAt, confirmedAt, closedAt, acknowledgeDueAt, closeDueAt, acknowledgeLateS, closeLateS } = alarm
  const answeredAt = confirmedAt ?? closedAt
  if (!answeredAt) return <Clock since={raisedAt} due={acknowledgeDueAt} fire={alarmTone(alarm) === 'fire'} />
  // After a confirmation in time, the clock runs on until closing if the type has a target for that.
  if (!closedAt && closeDueAt)
    return (
      <TwoLines small={t(($) => $.toClose)}>
        <Clock since={raisedAt} due={closeDueAt} />
      </TwoLines>
    )
  const lateS = (confirmedAt ? acknowledgeLateS : null) ?? closeLateS
  return (
    <TwoLines small={confirmedAt ? t(($) => $.untilConfirmed) : t(($) => $.untilClosed)}>
      <Clock since={raisedAt} until={answeredAt} />
      {lateS !== null && <small className="ew-late">{t(($) => $.late, { time: formatSpan(lateS * 1_000) })}</small>}
    </TwoLines>
  )
}

/** The alarm type, coloured by urgency. An alarm under test is marked, whatever its level. */
export const LevelTag = ({ alarm }: { alarm: AlarmRow }) => {
  const { t } = useTranslation('alarm')
  return (
    <>
      <StatusTag enumeration="alarmLevel" value={alarm.level} tone={alarmTone(alarm)} />
      {alarm.test && <Tag look={{ tone: 'fault', shape: '⊘' }}>{t(($) => $.test)}</Tag>}
      {alarm.deviceDisabled && <Tag look={{ tone: 'fault', shape: '⊘' }}>{t(($) => $.deviceDisabled)}</Tag>}
    </>
  )
}

/** Every message and call about it has failed: whoever sees it may be the only one who knows. */
const Unreached = ({ alarm }: { alarm: AlarmRow }) => {
  const { t } = useTranslation('alarm')
  return alarm.unreachedAt === null ? null : <Tag look={{ tone: 'fault', shape: '▲' }}>{t(($) => $.unreached)}</Tag>
}

/** The holder of an open alarm's site. */
const Holder = ({ alarm: { holderId, holderName, holderAbsent, closedAt } }: { alarm: AlarmRow }) => {
  const { t } = useTranslation('alarm')
  const { id: me } = useMe().user
  if (holderId === null || closedAt !== null) return null
  if (holderId === me) return <Tag look={{ tone: 'info', shape: '●' }}>{t(($) => $.desk.mine)}</Tag>
  const who = holderName ?? ''
  return (
    <Tag look={{ tone: 'neutral', shape: holderAbsent ? '○' : '●' }}>
      {holderAbsent ? t(($) => $.desk.heldAbsent, { who }) : t(($) => $.desk.held, { who })}
    </Tag>
  )
}

export const StateTag = ({ alarm }: { alarm: AlarmRow }) => (
  <>
    <StatusTag enumeration="alarmState" value={alarm.state} tone={alarmTone(alarm)} />
    <Unreached alarm={alarm} />
    <Holder alarm={alarm} />
  </>
)

export const OrderLink = ({ alarm: { orderId, orderCode } }: { alarm: AlarmRow }) => {
  const can = useCan()
  if (orderId === null) return <>—</>
  if (!can('repairOrder:view')) return <>{orderCode}</>
  return (
    <a className="ew-link" href={pageHref('repairOrderDetail', { id: orderId })}>
      {orderCode}
    </a>
  )
}

const Signals = ({ alarm }: { alarm: AlarmRow }) => {
  const { t } = useTranslation('alarm')
  return (
    <TwoLines
      small={
        alarm.repeatCount > 0 &&
        t(($) => $.repeats, { count: alarm.repeatCount, time: formatTime(alarm.lastAt, alarm.timeZone).slice(11) })
      }
    >
      <Time value={alarm.firstAt} />
    </TwoLines>
  )
}

const State = ({ alarm }: { alarm: AlarmRow }) => {
  const { t } = useTranslation('alarm')
  return (
    <span className="ew-two-lines">
      <StateTag alarm={alarm} />
      <small>
        <LiveText>{alarm.sourceActive ? t(($) => $.active) : t(($) => $.restored)}</LiveText>
      </small>
      {alarm.orderId !== null && <OrderLink alarm={alarm} />}
    </span>
  )
}

/** An unregistered detector: the code that it sent, and a link to register it. */
export const Unregistered = ({ alarm: { deviceCode } }: { alarm: Pick<AlarmRow, 'deviceCode'> }) => {
  const { t } = useTranslation('alarm')
  const can = useCan()
  const words = t(($) => $.unregistered, { code: sentName(deviceCode ?? '') })
  if (!can('unknownDevice:view')) return <>{words}</>
  return (
    <a className="ew-link" href={pageHref('unknownDeviceList', { keyword: deviceCode })} title={t(($) => $.unregisteredHint)}>
      {words}
    </a>
  )
}

export const isUnregistered = ({ deviceId, deviceCode }: Pick<AlarmRow, 'deviceId' | 'deviceCode'>): boolean =>
  deviceId === null && deviceCode !== null

const Place = ({ alarm }: { alarm: AlarmRow }) => {
  const { t } = useTranslation('alarm')
  return (
    <TwoLines small={isUnregistered(alarm) ? <Unregistered alarm={alarm} /> : spotOf(alarm, t)}>
      {alarm.projectName ?? t(($) => $.noProject)}
    </TwoLines>
  )
}

/** The edge of a row. */
export const toneOf = (alarm: AlarmRow): 'fire' | 'fault' | undefined => {
  const tone = alarmTone(alarm)
  return tone === 'neutral' ? undefined : tone
}

/** The alarm type, linked to the detail page. */
const Name = ({ alarm }: { alarm: AlarmRow }) => (
  <span className="ew-two-lines">
    <span className="ew-alarm-level">
      <LevelTag alarm={alarm} /> {typeName(alarm)}
    </span>
    <Code href={pageHref('alarmDetail', { id: alarm.id })}>{alarm.code}</Code>
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
