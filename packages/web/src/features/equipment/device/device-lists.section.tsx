import { type DeviceDetail, endpoints, type FaultRow, pageHref } from '@emberwatch/contract'
import { Alert } from 'antd'
import { useTranslation } from 'react-i18next'
import { enumLabel } from '../../../i18n/i18n.ts'
import { ActionButton, type Action } from '../../../kit/actions.tsx'
import { Code } from '../../../kit/code.tsx'
import { ListPage } from '../../../kit/list/list-page.tsx'
import { MapView } from '../../../kit/map/map-view.tsx'
import { Time } from '../../../kit/time.tsx'
import { useCan } from '../../../session/me.tsx'
import { toneOf, useAlarmColumns } from '../../alarms/alarm/alarm-cells.tsx'
import { faultName } from '../../alarms/fault/fault-name.ts'
import { PlanOf } from '../../sites/floor-plan/plan-of.tsx'
import { placeOf } from './device-cells.tsx'
import { positionOf } from './device-dialogs.tsx'

const { device } = endpoints

/** Where it is, on the map and on a floor plan. */
export const DevicePlace = ({ row, locate }: { row: DeviceDetail; locate: Action }) => {
  const { t } = useTranslation('device')
  const can = useCan()
  const position = positionOf(row)
  const tone = row.status === 'alarm' ? 'fire' : row.status === 'fault' ? 'fault' : 'normal'
  return (
    <>
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
      {can('floorPlan:view') && (
        <section className="ew-panel">
          <h2>{t(($) => $.locate.onPlan)}</h2>
          <PlanOf deviceId={row.id} projectId={row.projectId} />
        </section>
      )}
    </>
  )
}

/** Its alarms, and those of devices that it replaced. */
export const DeviceAlarms = ({ id }: { id: number }) => {
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

export const DeviceFaults = ({ id }: { id: number }) => {
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

export const DeviceOrders = ({ id }: { id: number }) => {
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
            render: ({ id: orderId, code, kind }) => <Code href={pageHref(`${kind}OrderDetail`, { id: orderId })}>{code}</Code>,
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
