import { endpoints } from '@emberwatch/contract'
import { useTranslation } from 'react-i18next'
import { hasCompaniesBelow } from '../../../kit/company-select.tsx'
import { ListPage } from '../../../kit/list/list-page.tsx'
import { useMe } from '../../../session/me.tsx'
import { useDeviceColumns } from './device-cells.tsx'
import { useDeviceActions } from './use-device-actions.tsx'
import './device.css'

const { device, project, gateway } = endpoints

export default function DeviceListPage() {
  const { t } = useTranslation('device')
  const { accountType } = useMe().user
  const { toolbar, actionsOf, selectionOf, dialog } = useDeviceActions()
  const columns = useDeviceColumns()
  const views = t(($) => $.views, { returnObjects: true })
  return (
    <>
      <ListPage
        endpoint={device.page}
        exporter={device.export}
        filters={[
          { kind: 'input', name: 'keyword', label: t(($) => $.keyword) },
          'status',
          { kind: 'remote', name: 'projectId', endpoint: project.select },
          { kind: 'product' },
          { kind: 'remote', name: 'gatewayId', endpoint: gateway.select },
          'roomNumber',
          'online',
          'batteryBelow',
          'silentHours',
          'bound',
          { kind: 'date', name: 'replaceBefore' },
          'enabled',
          'batch',
          'tag',
          ...(hasCompaniesBelow(accountType) ? [{ kind: 'company' as const, name: 'companyId' as const }] : []),
          { kind: 'dateRange', label: t(($) => $.created) },
        ]}
        views={[
          { label: views.abnormal, when: { status: 'alarm' } },
          { label: views.fault, when: { status: 'fault' } },
          { label: views.offline, when: { status: 'offline' } },
          { label: views.lowPower, when: { status: 'lowPower' } },
          { label: views.disabled, when: { enabled: 'false' } },
          { label: views.scrapped, when: { scrapped: 'true' } },
        ]}
        columns={columns}
        actions={toolbar}
        rowActions={actionsOf}
        selection={selectionOf}
        tone={({ status, enabled }) => (status === 'alarm' ? 'fire' : status === 'fault' || !enabled ? 'fault' : undefined)}
      />
      {dialog}
    </>
  )
}
