import { type DeviceRow, pageHref, weakSignalDbm } from '@emberwatch/contract'
import { useTranslation } from 'react-i18next'
import { enumLabel, fieldLabel } from '../../../i18n/i18n.ts'
import { Code } from '../../../kit/code.tsx'
import { auditColumns, TwoLines } from '../../../kit/list/standard-columns.tsx'
import type { AnyColumn } from '../../../kit/list/types.ts'
import { StatusTag, Tag } from '../../../kit/status-tag.tsx'
import { formatDay, formatDuration, formatInZone, Time } from '../../../kit/time.tsx'
import { ProjectLink } from '../../../kit/names.tsx'
import { useNow } from '../../../kit/clock.tsx'

/** What the status alone does not show: the device was disabled or scrapped. */
const Marks = ({ row: { enabled, disabledReason, disabledUntil, scrappedAt } }: { row: DeviceRow }) => {
  const { t } = useTranslation('device')
  if (scrappedAt !== null) return <Tag look={{ tone: 'neutral', shape: '■' }}>{t(($) => $.scrappedTag)}</Tag>
  if (enabled) return null
  return (
    <span title={[disabledReason, disabledUntil && formatInZone(disabledUntil)].filter(Boolean).join(' · ')}>
      <Tag look={{ tone: 'fault', shape: '⊘' }}>{t(($) => $.disabledTag)}</Tag>
    </span>
  )
}

/** The shown status, and anything else that must not be overlooked. */
export const DeviceState = ({ row }: { row: DeviceRow }) => {
  const { t } = useTranslation('device')
  return (
    <span className="ew-device-state">
      {row.scrappedAt === null &&
        (row.projectId === null ? (
          <Tag look={{ tone: 'neutral', shape: '○' }}>{t(($) => $.stocked)}</Tag>
        ) : (
          <StatusTag enumeration="deviceStatus" value={row.status} />
        ))}
      <Marks row={row} />
    </span>
  )
}

/** The battery level, with the model's threshold if it is below. */
export const Battery = ({ row: { battery, lowBattery } }: { row: Pick<DeviceRow, 'battery' | 'lowBattery'> }) => {
  const { t } = useTranslation('device')
  if (battery === null) return <>—</>
  if (battery >= lowBattery) return <>{battery}%</>
  return (
    <TwoLines small={t(($) => $.lowBattery, { limit: lowBattery })}>
      <Tag look={{ tone: 'fault', shape: '▲' }}>{`${battery}%`}</Tag>
    </TwoLines>
  )
}

export const Signal = ({ signal }: Pick<DeviceRow, 'signal'>) => {
  const { t } = useTranslation('device')
  if (signal === null) return <>—</>
  return <TwoLines small={signal < weakSignalDbm && t(($) => $.weak)}>{t(($) => $.dbm, { value: signal })}</TwoLines>
}

/** When it was last seen; for a silent device, how long ago. */
export const LastSeen = ({ row: { lastSeenAt, online } }: { row: Pick<DeviceRow, 'lastSeenAt' | 'online'> }) => {
  const { t } = useTranslation('device')
  const now = useNow()
  if (lastSeenAt === null) return <span className="ew-muted">{t(($) => $.never)}</span>
  return (
    <TwoLines small={online === false && t(($) => $.silentFor, { time: formatDuration(now - Date.parse(lastSeenAt)) })}>
      <Time value={lastSeenAt} />
    </TwoLines>
  )
}

const dayMs = 86_400_000
const soonDays = 60

/** A due day: marked when it is near or past. */
export const DueDay = ({ day }: { day: string | null }) => {
  const { t } = useTranslation('device')
  const now = useNow()
  if (day === null) return <>—</>
  const left = Date.parse(day) - Date.parse(formatDay(now))
  const mark = left < 0 ? t(($) => $.overdue) : left < soonDays * dayMs ? t(($) => $.dueSoon) : null
  return <TwoLines small={mark}>{day}</TwoLines>
}

export const placeOf = ({ building, floor, roomNumber, place }: Pick<DeviceRow, 'building' | 'floor' | 'roomNumber' | 'place'>) =>
  [building, floor, roomNumber, place].filter(Boolean).join(' · ')

export const Tags = ({ row: { tags } }: { row: Pick<DeviceRow, 'tags'> }) =>
  tags.length === 0 ? (
    <>—</>
  ) : (
    <span className="ew-device-state">
      {tags.map((tag) => (
        <Tag key={tag} look={{ tone: 'neutral', shape: '#', outline: true }}>
          {tag}
        </Tag>
      ))}
    </span>
  )

/** Code and name, linked to the page. */
const Device = ({ row: { id, code, name } }: { row: DeviceRow }) => (
  <TwoLines small={name !== code && name}>
    <Code href={pageHref('deviceDetail', { id })}>{code}</Code>
  </TwoLines>
)

/** The columns of the list of devices. */
export const useDeviceColumns = (): readonly AnyColumn<DeviceRow>[] => {
  const { t } = useTranslation('device')
  return [
    { field: 'code', label: t(($) => $.device), width: 190, render: (row) => <Device row={row} /> },
    { field: 'status', render: (row) => <DeviceState row={row} /> },
    {
      field: 'projectName',
      render: (row) => (
        <TwoLines small={row.gatewayCode}>
          <ProjectLink {...row} />
        </TwoLines>
      ),
    },
    { field: 'roomNumber', label: t(($) => $.location), render: (row) => placeOf(row) || '—' },
    { field: 'modelName', render: (row) => <TwoLines small={row.seriesName}>{row.modelName}</TwoLines> },
    { field: 'tags', optional: true, render: (row) => <Tags row={row} /> },
    { field: 'battery', render: (row) => <Battery row={row} /> },
    { field: 'lastSeenAt', render: (row) => <LastSeen row={row} /> },
    { field: 'signal', optional: true, render: (row) => <Signal signal={row.signal} /> },
    { field: 'network', optional: true, render: ({ network }) => enumLabel('network', network) },
    { field: 'replaceBy', optional: true, render: ({ replaceBy }) => <DueDay day={replaceBy} /> },
    { field: 'boundAt', optional: true },
    { field: 'installedOn', optional: true },
    { field: 'warrantyUntil', optional: true, render: ({ warrantyUntil }) => <DueDay day={warrantyUntil} /> },
    { field: 'disabledUntil', optional: true },
    { field: 'batch', optional: true },
    { field: 'companyName', optional: true },
    { field: 'firmware', optional: true, label: fieldLabel('firmware') },
    ...auditColumns,
  ]
}

/** The columns of the list of devices in stock. */
export const useStockColumns = (): readonly AnyColumn<DeviceRow>[] => {
  const { t } = useTranslation('device')
  const now = useNow()
  return [
    { field: 'code', label: t(($) => $.device), width: 190, render: (row) => <Device row={row} /> },
    { field: 'modelName', render: (row) => <TwoLines small={row.seriesName}>{row.modelName}</TwoLines> },
    'companyName',
    { field: 'batch', render: ({ batch, producedOn }) => <TwoLines small={producedOn}>{batch ?? '—'}</TwoLines> },
    { field: 'box', render: ({ box, pallet }) => <TwoLines small={pallet}>{box ?? '—'}</TwoLines> },
    'qcResult',
    { field: 'qcInspector', optional: true },
    { field: 'productionLine', optional: true },
    { field: 'warehousedOn', optional: true },
    { field: 'shippedOn', optional: true },
    {
      field: 'stockedAt',
      label: t(($) => $.daysInStock),
      render: ({ stockedAt }) => (
        <span title={formatInZone(stockedAt)}>
          {t(($) => $.days, { count: Math.max(0, Math.floor((now - Date.parse(stockedAt)) / dayMs)) })}
        </span>
      ),
    },
    { field: 'firmware', optional: true },
    { field: 'network', optional: true, render: ({ network }) => enumLabel('network', network) },
    ...auditColumns,
  ]
}
