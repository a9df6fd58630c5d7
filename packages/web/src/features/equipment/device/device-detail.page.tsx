import { type DeviceDetail, endpoints, pages } from '@emberwatch/contract'
import { useNavigate } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { DetailPage } from '../../../kit/detail/detail-page.tsx'
import { useCan } from '../../../session/me.tsx'
import { useActivityTab } from '../../system/activity/activity.tsx'
import { DeviceCommands } from '../device-command/device-commands.tsx'
import { DeviceRules } from '../linked-rule/device-rules.tsx'
import { WhoWouldBeCalled } from '../../notify/notify-rule/who-would-be-called.tsx'
import { TraceTab } from '../product-trace/trace-tab.tsx'
import { FirmwareTab } from '../upgrade/upgrade-devices.tsx'
import { DeviceState } from './device-cells.tsx'
import { DeviceOnline } from './device-online.tsx'
import { DeviceBanner, DeviceOverview } from './device-overview.section.tsx'
import { DeviceNotifiers, DeviceUsers } from './device-people.tsx'
import { DeviceAlarms, DeviceFaults, DeviceOrders, DevicePlace } from './device-lists.section.tsx'
import { DeviceValues } from './device-values.tsx'
import { useDeviceActions } from './use-device-actions.tsx'
import './device.css'

const { device } = endpoints

const orderViews = ['installOrder:view', 'repairOrder:view', 'inspectOrder:view', 'maintenanceOrder:view'] as const

const drawStatus = (row: DeviceDetail) => <DeviceState row={row} />
const drawBanner = (row: DeviceDetail) => <DeviceBanner row={row} />

/** The page of one device (`…/detail?id=`): whether it is alive, where it is, its values, and its history. */
export default function DeviceDetailPage() {
  const { t } = useTranslation('device')
  const can = useCan()
  const navigate = useNavigate()
  const { actionsOf, locate, dialog } = useDeviceActions(() => navigate({ to: pages.deviceList }))
  const activity = useActivityTab(endpoints.activity.device)
  const tabs = t(($) => $.tabs, { returnObjects: true })
  const drawTabs = (row: DeviceDetail) => [
    { key: 'overview', label: tabs.overview, content: <DeviceOverview row={row} /> },
    { key: 'values', label: tabs.values, content: <DeviceValues row={row} /> },
    { key: 'online', label: tabs.online, content: <DeviceOnline id={row.id} /> },
    { key: 'place', label: tabs.place, content: <DevicePlace row={row} locate={locate(row)} /> },
    ...(can('alarm:view') ? [{ key: 'alarms', label: tabs.alarms, content: <DeviceAlarms id={row.id} /> }] : []),
    ...(can('fault:view') ? [{ key: 'faults', label: tabs.faults, content: <DeviceFaults id={row.id} /> }] : []),
    ...(can(orderViews) ? [{ key: 'orders', label: tabs.orders, content: <DeviceOrders id={row.id} /> }] : []),
    ...(can('sentCommand:view')
      ? [{ key: 'commands', label: tabs.commands, content: <DeviceCommands deviceId={row.id} name={row.name} /> }]
      : []),
    ...(can('upgradeTask:view')
      ? [{ key: 'firmware', label: tabs.firmware, content: <FirmwareTab deviceId={row.id} firmware={row.firmware} /> }]
      : []),
    ...(can('linkedRule:view') ? [{ key: 'rules', label: tabs.rules, content: <DeviceRules deviceId={row.id} /> }] : []),
    ...(can('deviceNotifier:view')
      ? [{ key: 'notifiers', label: tabs.notifiers, content: <DeviceNotifiers deviceId={row.id} /> }]
      : []),
    ...(row.projectId === null
      ? []
      : [{ key: 'who', label: tabs.who, content: <WhoWouldBeCalled projectId={row.projectId} deviceId={row.id} /> }]),
    ...(can('deviceUser:view') ? [{ key: 'users', label: tabs.users, content: <DeviceUsers deviceId={row.id} /> }] : []),
    ...(can('productTrace:view') ? [{ key: 'trace', label: tabs.trace, content: <TraceTab code={row.code} /> }] : []),
    ...activity(row),
  ]
  return (
    <>
      <DetailPage
        endpoint={device.detail}
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
