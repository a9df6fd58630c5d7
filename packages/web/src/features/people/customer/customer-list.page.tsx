import { endpoints } from '@emberwatch/contract'
import { useTranslation } from 'react-i18next'
import { hasCompaniesBelow } from '../../../kit/company-select.tsx'
import { ListPage } from '../../../kit/list/list-page.tsx'
import { useCan, useMe } from '../../../session/me.tsx'
import { useCustomerColumns } from './customer-cells.tsx'
import { useCustomerActions } from './use-customer-actions.tsx'

const customer = endpoints.customer

export default function CustomerListPage() {
  const { t } = useTranslation('customer')
  const { user } = useMe()
  const can = useCan()
  const { toolbar, actionsOf, dialog, ...work } = useCustomerActions()
  const columns = useCustomerColumns(work)
  return (
    <>
      <ListPage
        endpoint={customer.page}
        exporter={customer.export}
        filters={[
          { kind: 'input', name: 'keyword', label: can('customer:unmask') ? t(($) => $.keyword) : t(($) => $.nameKeyword) },
          'type',
          ...(hasCompaniesBelow(user.accountType) ? [{ kind: 'company' as const, name: 'companyId' as const }] : []),
          { kind: 'address' },
          'enabled',
          { kind: 'dateRange', label: t(($) => $.created) },
        ]}
        columns={columns}
        actions={toolbar}
        rowActions={actionsOf}
        tone={({ enabled }) => (enabled ? undefined : 'fault')}
      />
      {dialog}
    </>
  )
}
