import { endpoints, enums, type EnumValue, type OutputOf, pageHref } from '@emberwatch/contract'
import { Segmented } from 'antd'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { enumLabel, listed } from '../../../i18n/i18n.ts'
import { ListPage } from '../../../kit/list/list-page.tsx'
import { TwoLines } from '../../../kit/list/standard-columns.tsx'
import { Tag } from '../../../kit/status-tag.tsx'
import { Time } from '../../../kit/time.tsx'
import { useCan } from '../../../session/me.tsx'
import { toneOf, useAlarmColumns } from '../../alarms/alarm/alarm-cells.tsx'
import { faultName } from '../../alarms/fault/fault-name.ts'

// The lists of a project's page. Each is the list of its own page, limited to one project.

interface Of {
  projectId: number
}

export const ProjectGateways = ({ projectId }: Of) => {
  const { t } = useTranslation('project')
  return (
    <ListPage
      embedded
      endpoint={endpoints.gateway.page}
      fixed={{ projectId }}
      title={t(($) => $.tabs.gateways)}
      filters={['keyword', 'online']}
      columns={[
        {
          field: 'name',
          render: ({ id, name, code }) => (
            <TwoLines small={code}>
              <a href={pageHref('gatewayDetail', { id })}>{name}</a>
            </TwoLines>
          ),
        },
        'status',
        'modelName',
        'lastSeenAt',
        'signal',
        'firmware',
      ]}
    />
  )
}

export const ProjectDevices = ({ projectId }: Of) => {
  const { t } = useTranslation('project')
  return (
    <ListPage
      embedded
      endpoint={endpoints.device.page}
      fixed={{ projectId }}
      title={t(($) => $.tabs.devices)}
      filters={['keyword', 'status']}
      columns={[
        {
          field: 'name',
          render: ({ id, name, code }) => (
            <TwoLines small={code}>
              <a href={pageHref('deviceDetail', { id })}>{name}</a>
            </TwoLines>
          ),
        },
        'status',
        'modelName',
        {
          field: 'place',
          render: ({ building, floor, roomNumber, place }) =>
            [building, floor, roomNumber, place].filter(Boolean).join(' · ') || '—',
        },
        'gatewayCode',
        'battery',
        'lastSeenAt',
      ]}
    />
  )
}

export const ProjectAlarms = ({ projectId }: Of) => {
  const columns = useAlarmColumns()
  return (
    <ListPage
      embedded
      endpoint={endpoints.alarm.page}
      fixed={{ projectId }}
      filters={['state', 'level', 'test', { kind: 'dateRange' }]}
      columns={[...columns, { field: 'closedAt', optional: true }, { field: 'closedBy', optional: true }]}
      tone={toneOf}
    />
  )
}

export const ProjectFaults = ({ projectId }: Of) => {
  const { t } = useTranslation('project')
  return (
    <ListPage
      embedded
      endpoint={endpoints.fault.page}
      fixed={{ projectId }}
      title={t(($) => $.tabs.faults)}
      filters={['state', { kind: 'dateRange' }]}
      columns={[
        {
          field: 'faultType',
          render: (row) => (
            <>
              {faultName(row)} {row.test && <Tag look={{ tone: 'fault', shape: '◐' }}>{t(($) => $.onTest)}</Tag>}
            </>
          ),
        },
        'state',
        {
          field: 'deviceName',
          render: ({ deviceName, roomNumber, gatewayName }) => listed([deviceName ?? gatewayName, roomNumber]) || '—',
        },
        { field: 'firstAt', render: ({ firstAt }) => <Time value={firstAt} /> },
        'repeatCount',
        'solvedAt',
      ]}
      tone={({ state }) => (state === 'pending' ? 'fault' : undefined)}
    />
  )
}

type Kind = EnumValue<'orderKind'>
const kinds = {
  install: { calls: endpoints.installOrder, op: 'installOrder:view' },
  repair: { calls: endpoints.repairOrder, op: 'repairOrder:view' },
  inspect: { calls: endpoints.inspectOrder, op: 'inspectOrder:view' },
  maintenance: { calls: endpoints.maintenanceOrder, op: 'maintenanceOrder:view' },
} as const
export const orderViews = enums.orderKind.map((kind) => kinds[kind].op)

/** The orders of a project, one kind at a time, limited to kinds that the user may see. */
export const ProjectOrders = ({ projectId }: Of) => {
  const { t } = useTranslation('project')
  const can = useCan()
  const open = enums.orderKind.filter((kind) => can(kinds[kind].op))
  const [kind, setKind] = useState<Kind>(open[0] ?? 'repair')
  const { calls } = kinds[kind]
  type Row = OutputOf<typeof calls.page>['list'][number]
  return (
    <>
      <Segmented<Kind>
        className="ew-project-kinds"
        aria-label={t(($) => $.ordersOf)}
        options={open.map((value) => ({ value, label: enumLabel('orderKind', value) }))}
        value={kind}
        onChange={setKind}
      />
      <ListPage
        key={kind}
        embedded
        endpoint={calls.page}
        fixed={{ projectId }}
        title={t(($) => $.tabs.orders)}
        filters={['code', 'status', { kind: 'dateRange' }]}
        columns={[
          { field: 'code', render: ({ id, code }: Row) => <a href={pageHref(`${kind}OrderDetail`, { id })}>{code}</a> },
          'status',
          'priority',
          'engineers',
          'dueAt',
          'finishedAt',
        ]}
      />
    </>
  )
}
