import { endpoints } from '@emberwatch/contract'
import { useTranslation } from 'react-i18next'
import { hasCompaniesBelow } from '../../../kit/company-select.tsx'
import { ListPage } from '../../../kit/list/list-page.tsx'
import { useMe } from '../../../session/me.tsx'
import { toneOfEndpoint, useEndpointColumns } from './endpoint-cells.tsx'
import { useEndpointActions } from './use-endpoint-actions.tsx'

/** Endpoints of third parties to which events are pushed, and how they are doing. */
export default function EndpointListPage() {
  const { t } = useTranslation('push-endpoint')
  const { user } = useMe()
  const columns = useEndpointColumns()
  const { toolbar, actionsOf, dialog } = useEndpointActions()
  return (
    <>
      <ListPage
        endpoint={endpoints.pushEndpoint.page}
        filters={[
          { kind: 'input', name: 'keyword', label: t(($) => $.keyword) },
          'pushHealth',
          'pushWay',
          ...(hasCompaniesBelow(user.accountType) ? [{ kind: 'company' as const, name: 'companyId' as const }] : []),
          { kind: 'dateRange' },
        ]}
        columns={columns}
        actions={toolbar}
        rowActions={actionsOf}
        tone={toneOfEndpoint}
      />
      {dialog}
    </>
  )
}
