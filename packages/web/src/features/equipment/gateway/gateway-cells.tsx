import { type GatewayRow, pageHref } from '@emberwatch/contract'
import { useTranslation } from 'react-i18next'
import { enumLabel } from '../../../i18n/i18n.ts'
import { CompanyName, ProjectLink } from '../../../kit/names.tsx'
import { auditColumns, TwoLines } from '../../../kit/list/standard-columns.tsx'
import type { AnyColumn } from '../../../kit/list/types.ts'
import { StatusTag, Tag } from '../../../kit/status-tag.tsx'
import { formatDuration, Time } from '../../../kit/time.tsx'
import { useNow } from '../../../kit/clock.tsx'
import { useCan } from '../../../session/me.tsx'

/** How late a heartbeat is, in milliseconds. Undefined if it is not late, or the gateway was never heard. */
const overdueMs = ({ lastSeenAt, heartbeatS }: Pick<GatewayRow, 'lastSeenAt' | 'heartbeatS'>, now: number) => {
  if (lastSeenAt === null) return undefined
  const late = now - Date.parse(lastSeenAt) - heartbeatS * 1000
  return late > 0 ? late : undefined
}

/** When it was last seen, and how late its heartbeat is. */
export const LastSeen = ({ row }: { row: Pick<GatewayRow, 'lastSeenAt' | 'heartbeatS' | 'timeZone'> }) => {
  const { t } = useTranslation('gateway')
  const late = overdueMs(row, useNow())
  if (row.lastSeenAt === null) return <span className="ew-muted">{t(($) => $.never)}</span>
  return (
    <TwoLines small={late !== undefined && t(($) => $.overdueBy, { time: formatDuration(late) })}>
      <Time value={row.lastSeenAt} zone={row.timeZone} />
    </TwoLines>
  )
}

const Devices = ({ row: { id, devices, abnormalDevices } }: { row: GatewayRow }) => {
  const { t } = useTranslation('gateway')
  const can = useCan()
  if (devices === 0) return <>0</>
  return (
    <TwoLines small={abnormalDevices === 0 && t(($) => $.allNormal)}>
      {can('device:view') ? <a href={pageHref('gatewayDetail', { id, tab: 'devices' })}>{devices}</a> : devices}{' '}
      {abnormalDevices > 0 && <Tag look={{ tone: 'fault', shape: '▲' }}>{t(($) => $.abnormal, { count: abnormalDevices })}</Tag>}
    </TwoLines>
  )
}

/** Open alarms and faults, linked for users who may see them. */
const Open = ({ row: { id, openAlarms, openFaults } }: { row: GatewayRow }) => {
  const { t } = useTranslation('gateway')
  const can = useCan()
  const counts = [
    { count: openAlarms, tab: 'alarms', text: t(($) => $.alarms, { count: openAlarms }), shown: can('alarm:view') },
    { count: openFaults, tab: 'faults', text: t(($) => $.faults, { count: openFaults }), shown: can('fault:view') },
  ].filter(({ count }) => count > 0)
  if (counts.length === 0) return <span className="ew-muted">{t(($) => $.noneOpen)}</span>
  return (
    <span className="ew-two-lines">
      {counts.map(({ tab, text, shown }) =>
        shown ? (
          <a key={tab} href={pageHref('gatewayDetail', { id, tab })}>
            {text}
          </a>
        ) : (
          <span key={tab}>{text}</span>
        ),
      )}
    </span>
  )
}

/** Received power below which messages may get lost, in dBm. */
const weakDbm = -95

export const Signal = ({ signal }: Pick<GatewayRow, 'signal'>) => {
  const { t } = useTranslation('gateway')
  if (signal === null) return <>—</>
  return <TwoLines small={signal < weakDbm && t(($) => $.weak)}>{t(($) => $.dbm, { value: signal })}</TwoLines>
}

/** The columns of the list. */
export const useGatewayColumns = (): readonly AnyColumn<GatewayRow>[] => {
  const { t } = useTranslation('gateway')
  return [
    {
      field: 'code',
      label: t(($) => $.columns.gateway),
      width: 140,
      render: (row) => (
        <TwoLines small={row.name !== row.code && row.name}>
          <a href={pageHref('gatewayDetail', { id: row.id })}>{row.code}</a>
        </TwoLines>
      ),
    },
    {
      field: 'status',
      render: (row) => (
        <TwoLines small={row.enabled ? null : row.disabledReason}>
          <StatusTag enumeration="gatewayStatus" value={row.status} />
        </TwoLines>
      ),
    },
    {
      field: 'projectName',
      label: t(($) => $.columns.place),
      width: 140,
      render: (row) => (
        <TwoLines small={<CompanyName id={row.companyId} name={row.companyName} />}>
          <ProjectLink {...row} none={t(($) => $.inStock)} />
        </TwoLines>
      ),
    },
    { field: 'lastSeenAt', render: (row) => <LastSeen row={row} /> },
    { field: 'devices', label: t(($) => $.columns.devices), render: (row) => <Devices row={row} /> },
    { field: 'openAlarms', label: t(($) => $.columns.open), render: (row) => <Open row={row} /> },
    {
      field: 'modelName',
      render: ({ modelName, protocol, firmware }) => (
        <TwoLines small={[enumLabel('modelProtocol', protocol), firmware].filter(Boolean).join(' · ')}>{modelName}</TwoLines>
      ),
    },
    { field: 'protocol', optional: true },
    { field: 'signal', render: (row) => <Signal signal={row.signal} /> },
    { field: 'firmware', optional: true },
    'malformedCount',
    { field: 'communicationCode', optional: true },
    { field: 'ip', optional: true },
    { field: 'port', optional: true },
    { field: 'iccid', optional: true },
    { field: 'simExpires', optional: true },
    { field: 'batch', optional: true },
    { field: 'activatedAt', optional: true },
    { field: 'boundAt', optional: true },
    ...auditColumns,
  ]
}
