import { type FaultRow, pageHref } from '@emberwatch/contract'
import { useTranslation } from 'react-i18next'
import { TwoLines } from '../../../kit/list/standard-columns.tsx'
import { sentName } from '../../../kit/sent-name.ts'
import { StatusTag, Tag } from '../../../kit/status-tag.tsx'
import { formatLater, formatTime, Time } from '../../../kit/time.tsx'
import { useCan } from '../../../session/me.tsx'
import { faultName, faultSpot } from './fault-name.ts'

/** Type of the fault, and what is unusual about it. */
export const FaultKind = ({ row }: { row: FaultRow }) => {
  const { t } = useTranslation('fault')
  return (
    <>
      {faultName(row)} {row.test && <Tag look={{ tone: 'fault', shape: '⊘' }}>{t(($) => $.test)}</Tag>}
      {row.cameBack > 0 && (
        <Tag look={{ tone: 'fault', shape: '▲' }}>
          {row.cameBack >= 100 ? t(($) => $.cameBackOften) : t(($) => $.cameBack, { count: row.cameBack })}
        </Tag>
      )}
    </>
  )
}

/** The device, or otherwise what reported the fault. */
export const usePlaceName = (): ((row: FaultRow) => string) => {
  const { t } = useTranslation('fault')
  return (row) =>
    row.deviceCode === null
      ? [row.gatewayCode, t(($) => $.gatewayItself)].filter(Boolean).join(' · ')
      : row.deviceId === null
        ? t(($) => $.unregistered, { code: sentName(row.deviceCode) })
        : faultSpot(row)
}

export const Place = ({ row }: { row: FaultRow }) => {
  const { t } = useTranslation('fault')
  const nameOf = usePlaceName()
  return <TwoLines small={nameOf(row)}>{row.projectName ?? t(($) => $.noProject)}</TwoLines>
}

export const Since = ({ row }: { row: FaultRow }) => {
  const { t } = useTranslation('fault')
  return (
    <TwoLines
      small={
        row.repeatCount > 0 &&
        t(($) => $.repeats, { count: row.repeatCount, time: formatLater(row.lastAt, row.firstAt, row.timeZone) })
      }
    >
      <Time value={row.firstAt} />
    </TwoLines>
  )
}

/** The state, and until when it is postponed. A postponed fault stays in its list, because it still exists. */
export const FaultState = ({ row }: { row: FaultRow }) => {
  const { t } = useTranslation('fault')
  return (
    <TwoLines
      small={
        row.snoozedUntil !== null && (
          <Tag look={{ tone: 'neutral', shape: '○' }}>
            {t(($) => $.snooze.until, { time: formatTime(row.snoozedUntil, row.timeZone) })}
          </Tag>
        )
      }
    >
      <StatusTag enumeration="faultState" value={row.state} />
    </TwoLines>
  )
}

export const FaultOrder = ({ row: { orderId, orderCode } }: { row: Pick<FaultRow, 'orderId' | 'orderCode'> }) => {
  const can = useCan()
  if (orderId === null) return '—'
  if (!can('repairOrder:view')) return orderCode
  return <a href={pageHref('repairOrderDetail', { id: orderId })}>{orderCode}</a>
}
