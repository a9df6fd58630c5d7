import { endpoints, type DeviceDetail, type FaultRow } from '@emberwatch/contract'
import { useNavigate } from '@tanstack/react-router'
import { Alert } from 'antd'
import { useTranslation } from 'react-i18next'
import { enumLabel } from '../../i18n/i18n.ts'
import { ActionButton, type Action } from '../../kit/actions.tsx'
import { Code } from '../../kit/code.tsx'
import { DetailPage } from '../../kit/detail/detail-page.tsx'
import { Facts } from '../../kit/detail/facts.tsx'
import { ListPage } from '../../kit/list/list-page.tsx'
import { MapView } from '../../kit/map/map-view.tsx'
import { formatDuration, formatInZone, Time } from '../../kit/time.tsx'
import { pagePaths } from '../../paths.ts'
import { useCan } from '../../session/me.tsx'
import { useActivityTab } from '../activity/activity.tsx'
import { toneOf, useAlarmColumns } from '../alarm/alarm-cells.tsx'
import { faultName } from '../fault/fault-name.ts'
import { Battery, DeviceState, deviceHref, DueDay, LastSeen, placeOf, Signal } from './device-cells.tsx'
import { positionOf } from './device-dialogs.tsx'
import { DeviceOnline } from './device-online.tsx'
import { DeviceNotifiers, DeviceUsers } from './device-people.tsx'
import { DeviceValues } from './device-values.tsx'
import { useDeviceActions } from './use-device-actions.tsx'
import './device.css'

const { device } = endpoints

/** What must not be overlooked, whichever tab is open. */
const Banner = ({ row }: { row: DeviceDetail }) => {
  const { t } = useTranslation('device')
  const words = t(($) => $.banner, { returnObjects: true })
  const { scrappedAt, projectId, lastSeenAt, online, timeZone, replacedBy } = row
  const state =
    scrappedAt !== null
      ? {
          title: t(($) => $.banner.scrapped, { at: formatInZone(scrappedAt, timeZone) }),
          description: t(($) => $.banner.scrappedHint, { reason: row.scrapReason ?? '—' }),
        }
      : projectId === null
        ? { title: words.stock, description: words.stockHint }
        : lastSeenAt === null
          ? { title: words.never, description: words.neverHint }
          : online
            ? undefined
            : {
                title: words.offline,
                description: t(($) => $.banner.offlineHint, {
                  at: formatInZone(lastSeenAt, timeZone),
                  limit: formatDuration(row.offlineAfterS * 1000),
                }),
              }
  return (
    <>
      {!row.enabled && row.disabledUntil !== null && (
        <Alert
          className="ew-device-alert"
          type="warning"
          showIcon
          title={t(($) => $.banner.disabled, { reason: row.disabledReason ?? '—' })}
          description={t(($) => $.banner.disabledHint, { until: formatInZone(row.disabledUntil, timeZone) })}
        />
      )}
      {replacedBy && (
        <Alert
          className="ew-device-alert"
          type="info"
          showIcon
          title={words.replacedBy}
          description={
            <>
              {words.replacedByHint} <a href={deviceHref(replacedBy.id)}>{replacedBy.code}</a>
            </>
          }
        />
      )}
      {state && <Alert className="ew-device-alert" type={projectId === null ? 'info' : 'warning'} showIcon {...state} />}
    </>
  )
}

const Overview = ({ row }: { row: DeviceDetail }) => {
  const { t } = useTranslation('device')
  const panels = t(($) => $.panels, { returnObjects: true })
  const shared = { endpoint: device.detail, row }
  return (
    <>
      <Facts
        {...shared}
        title={panels.link}
        facts={[
          { field: 'status', value: <DeviceState row={row} /> },
          { field: 'lastSeenAt', value: <LastSeen row={row} /> },
          { field: 'battery', value: <Battery row={row} /> },
          { field: 'signal', value: <Signal signal={row.signal} /> },
          'heartbeatS',
          'offlineAfterS',
          'openAlarms',
          'openFaults',
        ]}
      />
      <Facts
        {...shared}
        title={panels.place}
        facts={[
          {
            field: 'projectName',
            value:
              row.projectId === null ? (
                t(($) => $.stocked)
              ) : (
                <a href={`#${pagePaths.projectDetail}?id=${row.projectId}`}>{row.projectName}</a>
              ),
          },
          { field: 'place', label: t(($) => $.location), value: placeOf(row) || '—' },
          {
            field: 'gatewayCode',
            value:
              row.gatewayId === null ? '—' : <a href={`#${pagePaths.gatewayDetail}?id=${row.gatewayId}`}>{row.gatewayCode}</a>,
          },
          { field: 'customerName', value: row.customerName ?? '—' },
          'companyName',
          'boundAt',
        ]}
      />
      <Facts
        {...shared}
        title={panels.identity}
        facts={[
          'code',
          'name',
          'seriesName',
          'modelName',
          { field: 'network', value: enumLabel('network', row.network) },
          'communicationCode',
          'imei',
          'firmware',
        ]}
      />
      <Facts
        {...shared}
        title={panels.life}
        facts={[
          'batch',
          'producedOn',
          'stockedAt',
          'installedOn',
          { field: 'replaceBy', value: <DueDay day={row.replaceBy} /> },
          { field: 'warrantyUntil', value: <DueDay day={row.warrantyUntil} /> },
          ...(row.replaces
            ? [
                {
                  field: 'replacesId' as const,
                  label: t(($) => $.replacesOf),
                  value: <a href={deviceHref(row.replaces.id)}>{row.replaces.code}</a>,
                },
              ]
            : []),
        ]}
      />
      <Facts {...shared} title={panels.record} facts={['createdAt', 'createdBy', 'updatedAt', 'updatedBy']} />
    </>
  )
}

const Place = ({ row, locate }: { row: DeviceDetail; locate: Action }) => {
  const { t } = useTranslation('device')
  const can = useCan()
  const position = positionOf(row)
  const tone = row.status === 'alarm' ? 'fire' : row.status === 'fault' ? 'fault' : 'normal'
  return (
    <section className="ew-panel">
      <h2>{t(($) => $.locate.onMap)}</h2>
      {can('device:update') && (
        <p>
          <ActionButton action={locate} />
        </p>
      )}
      {position === null ? (
        <Alert type="info" showIcon title={t(($) => $.locate.none)} description={t(($) => $.locate.noneHint)} />
      ) : (
        <MapView label={row.name} points={[{ id: row.id, label: row.code, position, note: placeOf(row) || row.name, tone }]} />
      )}
    </section>
  )
}

const Alarms = ({ id }: { id: number }) => {
  const { t } = useTranslation('device')
  const columns = useAlarmColumns()
  return (
    <ListPage
      embedded
      endpoint={device.alarms}
      fixed={{ id }}
      title={t(($) => $.tabs.alarms)}
      filters={['state', 'level', { kind: 'dateRange' }]}
      columns={[...columns, { field: 'closedAt', optional: true }, { field: 'closedBy', optional: true }]}
      tone={toneOf}
    />
  )
}

const Faults = ({ id }: { id: number }) => {
  const { t } = useTranslation('device')
  return (
    <ListPage
      embedded
      endpoint={device.faults}
      fixed={{ id }}
      title={t(($) => $.tabs.faults)}
      filters={['state', { kind: 'dateRange' }]}
      columns={[
        { field: 'typeId', render: (fault: FaultRow) => faultName(fault) },
        'state',
        'firstAt',
        'lastAt',
        'repeatCount',
        'solvedAt',
        { field: 'deviceCode', optional: true },
        { field: 'solvedBy', optional: true },
        { field: 'note', optional: true },
      ]}
      tone={({ state }) => (state === 'solved' ? undefined : 'fault')}
    />
  )
}

const orderPages = {
  install: pagePaths.installOrderDetail,
  repair: pagePaths.repairOrderDetail,
  inspect: pagePaths.inspectOrderDetail,
  maintenance: pagePaths.maintenanceOrderDetail,
} as const

const Orders = ({ id }: { id: number }) => {
  const { t } = useTranslation('device')
  const words = t(($) => $.orders, { returnObjects: true })
  return (
    <>
      <p className="ew-device-note">{words.foreign}</p>
      <ListPage
        embedded
        endpoint={device.orders}
        fixed={{ id }}
        title={t(($) => $.tabs.orders)}
        filters={[{ kind: 'input', name: 'keyword', label: words.order }, { kind: 'dateRange' }]}
        columns={[
          {
            field: 'code',
            label: words.order,
            render: ({ id: orderId, code, kind }) => <Code href={`#${orderPages[kind]}?id=${orderId}`}>{code}</Code>,
          },
          { field: 'kind', render: ({ kind }) => enumLabel('orderKind', kind) },
          'status',
          'description',
          { field: 'deviceCode', label: words.involved },
          'createdAt',
          { field: 'finishedAt', render: ({ finishedAt }) => <Time value={finishedAt} /> },
        ]}
      />
    </>
  )
}

/** One device (`…/detail?id=`): whether it lives, where it is, what it measured and what came of it. */
export default function DeviceDetailPage() {
  const { t } = useTranslation('device')
  const can = useCan()
  const navigate = useNavigate()
  const { actionsOf, locate, dialog } = useDeviceActions(() => navigate({ to: pagePaths.deviceList }))
  const activity = useActivityTab(endpoints.activity.device)
  const tabs = t(($) => $.tabs, { returnObjects: true })
  const when = (mayOpen: boolean, key: keyof typeof tabs, content: () => React.ReactNode) =>
    mayOpen ? [{ key, label: tabs[key], content: content() }] : []
  return (
    <>
      <DetailPage
        endpoint={device.detail}
        title={({ name }) => name}
        status={(row) => <DeviceState row={row} />}
        actions={actionsOf}
        banner={(row) => <Banner row={row} />}
        tabs={(row) => [
          { key: 'overview', label: tabs.overview, content: <Overview row={row} /> },
          { key: 'values', label: tabs.values, content: <DeviceValues row={row} /> },
          { key: 'online', label: tabs.online, content: <DeviceOnline id={row.id} /> },
          { key: 'place', label: tabs.place, content: <Place row={row} locate={locate(row)} /> },
          ...when(can('alarm:view'), 'alarms', () => <Alarms id={row.id} />),
          ...when(can('fault:view'), 'faults', () => <Faults id={row.id} />),
          ...when(can(orderViews), 'orders', () => <Orders id={row.id} />),
          ...when(can('deviceNotifier:view'), 'notifiers', () => <DeviceNotifiers deviceId={row.id} />),
          ...when(can('deviceUser:view'), 'users', () => <DeviceUsers deviceId={row.id} />),
          ...activity(row),
        ]}
      />
      {dialog}
    </>
  )
}

const orderViews = ['installOrder:view', 'repairOrder:view', 'inspectOrder:view', 'maintenanceOrder:view'] as const
