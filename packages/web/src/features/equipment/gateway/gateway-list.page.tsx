import { endpoints } from '@emberwatch/contract'
import { useTranslation } from 'react-i18next'
import { hasCompaniesBelow } from '../../../kit/company-select.tsx'
import { ListPage } from '../../../kit/list/list-page.tsx'
import { useMe } from '../../../session/me.tsx'
import { useGatewayColumns } from './gateway-cells.tsx'
import { useGatewayActions } from './use-gateway-actions.tsx'

const { gateway, project } = endpoints

/** Gateways with their place and state. */
export default function GatewayListPage() {
  const { t } = useTranslation('gateway')
  const { user } = useMe()
  const { toolbar, actionsOf, selection, dialog } = useGatewayActions()
  const columns = useGatewayColumns()
  const views = t(($) => $.views, { returnObjects: true })
  return (
    <>
      <ListPage
        endpoint={gateway.page}
        exporter={gateway.export}
        views={[
          { label: views.bound, when: { bound: 'true' } },
          { label: views.stock, when: { bound: 'false' } },
          { label: views.offline, when: { online: 'false', activated: 'true' } },
          { label: views.overdue, when: { heartbeatOverdue: 'true' } },
          { label: views.notActivated, when: { activated: 'false' } },
        ]}
        filters={[
          { kind: 'input', name: 'keyword', label: t(($) => $.keyword) },
          { kind: 'remote', name: 'projectId', endpoint: project.select },
          'online',
          { kind: 'remote', name: 'modelId', endpoint: gateway.models },
          'protocol',
          'activated',
          'heartbeatOverdue',
          'enabled',
          'firmware',
          ...(hasCompaniesBelow(user.accountType) ? [{ kind: 'company' as const, name: 'companyId' as const }] : []),
          { kind: 'dateRange', label: t(($) => $.created) },
        ]}
        columns={columns}
        actions={toolbar}
        rowActions={actionsOf}
        selection={selection}
        tone={({ status, openAlarms }) =>
          openAlarms > 0 ? 'fault' : status === 'offline' || status === 'disabled' ? 'fault' : undefined
        }
      />
      {dialog}
    </>
  )
}
