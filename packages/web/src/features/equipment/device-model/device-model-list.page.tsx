import { endpoints, pageHref } from '@emberwatch/contract'
import { useTranslation } from 'react-i18next'
import { fieldLabel } from '../../../i18n/i18n.ts'
import { operationsFor } from '../../../session/me.tsx'
import { ListPage } from '../../../kit/list/list-page.tsx'
import { auditColumnsWith, TwoLines } from '../../../kit/list/standard-columns.tsx'
import { useModelActions } from './use-model-actions.tsx'

const deviceModel = endpoints.deviceModel
const configOf = (id: number) => pageHref('deviceModelConfig', { id })

/** The models of devices and gateways, for the whole product. */
export default function DeviceModelListPage() {
  const { t } = useTranslation('device-model')
  const { toolbar, actionsOf, dialog } = useModelActions()
  return (
    <>
      <ListPage
        endpoint={deviceModel.page}
        filters={[
          { kind: 'input', name: 'keyword', label: t(($) => $.keyword) },
          { kind: 'remote', name: 'seriesId', endpoint: endpoints.deviceSeries.select },
          'isGateway',
          'protocol',
          'enabled',
          { kind: 'dateRange' },
        ]}
        columns={[
          {
            field: 'name',
            render: ({ id, name, code }) => (
              <TwoLines small={code}>
                <a href={configOf(id)}>{name}</a>
              </TwoLines>
            ),
          },
          'seriesName',
          {
            field: 'isGateway',
            label: fieldLabel('type'),
            render: ({ isGateway }) => (isGateway ? t(($) => $.model.gateway) : t(($) => $.model.device)),
          },
          'protocol',
          'supervision',
          'heartbeatS',
          'offlineAfterS',
          { field: 'lowBatteryPercent', optional: true },
          { field: 'batteryType', optional: true },
          'commands',
          'installed',
          'enabled',
          ...auditColumnsWith('updatedAt'),
        ]}
        actions={toolbar}
        rowActions={(row) => [
          { key: 'config', label: t(($) => $.model.config), ...operationsFor(deviceModel.detail), href: configOf(row.id) },
          ...actionsOf(row),
        ]}
      />
      {dialog}
    </>
  )
}
