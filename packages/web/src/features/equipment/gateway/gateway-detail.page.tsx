import {
  endpoints,
  factoryNames,
  isLinkProtocol,
  type FaultRow,
  type GatewayDetail,
  originNames,
  pageHref,
  pages,
} from '@emberwatch/contract'
import { useNavigate } from '@tanstack/react-router'
import { Alert } from 'antd'
import { useTranslation } from 'react-i18next'
import { enumLabel } from '../../../i18n/i18n.ts'
import { DetailPage } from '../../../kit/detail/detail-page.tsx'
import { Facts } from '../../../kit/detail/facts.tsx'
import { ListPage } from '../../../kit/list/list-page.tsx'
import { TwoLines } from '../../../kit/list/standard-columns.tsx'
import { ProjectLink } from '../../../kit/names.tsx'
import { StatusTag } from '../../../kit/status-tag.tsx'
import { formatDuration, formatInZone, Time } from '../../../kit/time.tsx'
import { useNow } from '../../../kit/clock.tsx'
import { useCan } from '../../../session/me.tsx'
import { useActivityTab } from '../../system/activity/activity.tsx'
import { toneOf, useAlarmColumns } from '../../alarms/alarm/alarm-cells.tsx'
import { GatewayCommands } from '../device-command/device-commands.tsx'
import { faultName, faultSpot } from '../../alarms/fault/fault-name.ts'
import { TraceTab } from '../product-trace/trace-tab.tsx'
import { FirmwareTab } from '../upgrade/upgrade-devices.tsx'
import { LastSeen, Signal } from './gateway-cells.tsx'
import { ConnectionFacts, Transmitter } from './gateway-connection.tsx'
import { GatewayLinks } from './gateway-links.tsx'
import { GatewayMessages } from './gateway-messages.tsx'
import { useGatewayActions } from './use-gateway-actions.tsx'
import './gateway.css'

const { gateway } = endpoints

/** What must not be overlooked, whichever tab is open: no fire may arrive from this gateway. */
const Banner = ({ row }: { row: GatewayDetail }) => {
  const { t } = useTranslation('gateway')
  const now = useNow()
  const { status, lastSeenAt, disabledReason, timeZone } = row
  const problem =
    status === 'disabled'
      ? { title: t(($) => $.disable.banner, { reason: disabledReason ?? '—' }), description: t(($) => $.disable.bannerHint) }
      : lastSeenAt === null
        ? {
            title: t(($) => $.banner.never),
            description: isLinkProtocol(row.protocol) ? t(($) => $.banner.neverLinkHint) : t(($) => $.banner.neverHint),
          }
        : status === 'offline'
          ? {
              title: t(($) => $.banner.offline, { time: formatDuration(now - Date.parse(lastSeenAt)) }),
              description: t(($) => $.banner.offlineHint, { at: formatInZone(lastSeenAt, timeZone) }),
            }
          : undefined
  return (
    <>
      {problem && <Alert className="ew-gateway-alert" type="warning" showIcon {...problem} />}
      {row.refusedAt !== null && row.refusedReason !== null && status !== 'disabled' && (
        <Alert
          className="ew-gateway-alert"
          type="warning"
          showIcon
          title={t(($) => $.banner.refused, { reason: enumLabel('signInRefusal', row.refusedReason) })}
          description={t(($) => $.banner.refusedHints[row.refusedReason ?? 'wrongSecret'], {
            at: formatInZone(row.refusedAt, timeZone),
          })}
        />
      )}
      {row.onTest && <Alert className="ew-gateway-alert" type="warning" showIcon title={t(($) => $.banner.onTest)} />}
      {row.projectStopped && <Alert className="ew-gateway-alert" type="warning" showIcon title={t(($) => $.banner.stopped)} />}
    </>
  )
}

const Overview = ({ row }: { row: GatewayDetail }) => {
  const { t } = useTranslation('gateway')
  const panels = t(($) => $.panels, { returnObjects: true })
  const shared = { endpoint: gateway.detail, row }
  const { protocol } = row
  const isLink = isLinkProtocol(protocol)
  return (
    <>
      {isLink && <Transmitter row={row} protocol={protocol} />}
      {!isLink && row.lastSeenAt === null && (
        <section className="ew-panel">
          <h2>{t(($) => $.register.connect)}</h2>
          <ConnectionFacts code={row.code} />
        </section>
      )}
      <Facts
        {...shared}
        title={panels.identity}
        facts={[
          'code',
          'name',
          ...(isLink ? [] : ['communicationCode' as const]),
          'modelName',
          'protocol',
          'firmware',
          'hardware',
          ...originNames.filter((name) => row[name] !== null || !factoryNames.includes(name)),
          'iccid',
          'simExpires',
        ]}
      />
      <Facts
        {...shared}
        title={panels.link}
        facts={[
          { field: 'status', value: <StatusTag enumeration="gatewayStatus" value={row.status} /> },
          { field: 'lastSeenAt', value: <LastSeen row={row} /> },
          'activatedAt',
          'heartbeatS',
          'offlineAfterS',
          { field: 'signal', value: <Signal signal={row.signal} /> },
          'ip',
          'port',
          'malformedCount',
        ]}
      />
      <Facts
        {...shared}
        title={panels.place}
        facts={[
          { field: 'projectName', value: <ProjectLink {...row} none={t(($) => $.stocked)} /> },
          { field: 'customerId', value: row.customerName ?? '—' },
          'companyName',
          'boundAt',
          { field: 'devices', label: t(($) => $.columns.devices) },
          'abnormalDevices',
          'openAlarms',
          'openFaults',
        ]}
      />
      <Facts {...shared} title={panels.record} facts={['createdAt', 'createdBy', 'updatedAt', 'updatedBy']} />
    </>
  )
}

const Devices = ({ gatewayId, zone }: { gatewayId: number; zone: string }) => {
  const { t } = useTranslation('gateway')
  return (
    <ListPage
      embedded
      endpoint={gateway.devices}
      fixed={{ gatewayId }}
      title={t(($) => $.tabs.devices)}
      filters={[{ kind: 'input', name: 'keyword', label: t(($) => $.device) }]}
      columns={[
        { field: 'code', render: ({ id, code }) => <a href={pageHref('deviceDetail', { id })}>{code}</a> },
        'name',
        'status',
        'modelName',
        'roomNumber',
        { field: 'battery', render: ({ battery }) => (battery === null ? '—' : `${battery} %`) },
        { field: 'signal', render: ({ signal }) => <Signal signal={signal} /> },
        {
          field: 'lastSeenAt',
          render: ({ lastSeenAt }) =>
            lastSeenAt === null ? <span className="ew-muted">{t(($) => $.never)}</span> : <Time value={lastSeenAt} zone={zone} />,
        },
      ]}
      tone={({ status }) => (status === 'alarm' ? 'fire' : status === 'fault' ? 'fault' : undefined)}
    />
  )
}

const Alarms = ({ gatewayId }: { gatewayId: number }) => {
  const { t } = useTranslation('gateway')
  const columns = useAlarmColumns()
  return (
    <ListPage
      embedded
      endpoint={gateway.alarms}
      fixed={{ gatewayId }}
      title={t(($) => $.tabs.alarms)}
      filters={['state', 'level', { kind: 'dateRange' }]}
      columns={[...columns, { field: 'closedAt', optional: true }, { field: 'closedBy', optional: true }]}
      tone={toneOf}
    />
  )
}

const faultPlace = (row: FaultRow, itself: string): string => (row.deviceCode === null ? itself : faultSpot(row))

const Faults = ({ gatewayId }: { gatewayId: number }) => {
  const { t } = useTranslation('gateway')
  const fault = useTranslation('fault').t
  return (
    <ListPage
      embedded
      endpoint={gateway.faults}
      fixed={{ gatewayId }}
      title={t(($) => $.tabs.faults)}
      filters={['state', { kind: 'dateRange' }]}
      columns={[
        {
          field: 'faultType',
          render: (row) => (
            <TwoLines
              small={faultPlace(
                row,
                fault(($) => $.gatewayItself),
              )}
            >
              {faultName(row)}
            </TwoLines>
          ),
        },
        'state',
        'firstAt',
        'lastAt',
        'repeatCount',
        'solvedAt',
        { field: 'solvedBy', optional: true },
        { field: 'note', optional: true },
      ]}
      tone={({ state }) => (state === 'solved' ? undefined : 'fault')}
    />
  )
}

const drawStatus = ({ status }: GatewayDetail) => <StatusTag enumeration="gatewayStatus" value={status} />
const drawBanner = (row: GatewayDetail) => <Banner row={row} />

/** The page of one gateway (`…/detail?id=`): whether it is alive, the devices behind it, and its messages. */
export default function GatewayDetailPage() {
  const { t } = useTranslation('gateway')
  const can = useCan()
  const navigate = useNavigate()
  const { actionsOf, dialog } = useGatewayActions(() => navigate({ to: pages.gatewayList }))
  const activity = useActivityTab(endpoints.activity.gateway)
  const tabs = t(($) => $.tabs, { returnObjects: true })
  const drawTabs = (row: GatewayDetail) => [
    { key: 'overview', label: tabs.overview, content: <Overview row={row} /> },
    ...(can('device:view')
      ? [{ key: 'devices', label: tabs.devices, content: <Devices gatewayId={row.id} zone={row.timeZone} /> }]
      : []),
    { key: 'link', label: tabs.link, content: <GatewayLinks gatewayId={row.id} zone={row.timeZone} /> },
    {
      key: 'messages',
      label: tabs.messages,
      content: <GatewayMessages gatewayId={row.id} code={row.code} protocol={row.protocol} zone={row.timeZone} />,
    },
    ...(can('alarm:view') ? [{ key: 'alarms', label: tabs.alarms, content: <Alarms gatewayId={row.id} /> }] : []),
    ...(can('fault:view') ? [{ key: 'faults', label: tabs.faults, content: <Faults gatewayId={row.id} /> }] : []),
    ...(can('sentCommand:view')
      ? [{ key: 'commands', label: tabs.commands, content: <GatewayCommands gatewayId={row.id} name={row.name} /> }]
      : []),
    ...(can('upgradeTask:view')
      ? [{ key: 'firmware', label: tabs.firmware, content: <FirmwareTab gatewayId={row.id} firmware={row.firmware} /> }]
      : []),
    ...(can('productTrace:view') ? [{ key: 'trace', label: tabs.trace, content: <TraceTab code={row.code} /> }] : []),
    ...activity(row),
  ]
  return (
    <>
      <DetailPage
        endpoint={gateway.detail}
        title={({ name }) => name}
        status={drawStatus}
        actions={actionsOf}
        banner={drawBanner}
        tabs={drawTabs}
      />
      {dialog}
    </>
  )
}
