import { PlusOutlined, UploadOutlined } from '@ant-design/icons'
import { endpoints } from '@emberwatch/contract'
import { lazy, Suspense, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { hasCompaniesBelow } from '../../kit/company-select.tsx'
import { ListPage } from '../../kit/list/list-page.tsx'
import { useMe } from '../../session/me.tsx'
import { useCustomerColumns } from './customer-cells.tsx'
import { useCustomerActions } from './use-customer-actions.tsx'

const ImportDialog = lazy(() => import('../../kit/import-dialog.tsx'))

const { customer } = endpoints
const importCalls = { template: customer.importTemplate, start: customer.import, result: customer.importResult }

export default function CustomerListPage() {
  const { t } = useTranslation('customer')
  const kit = useTranslation('kit').t
  const { user } = useMe()
  const { actionsOf, create, dialog, ...work } = useCustomerActions()
  const columns = useCustomerColumns(work)
  const [importing, setImporting] = useState(false)
  return (
    <>
      <ListPage
        endpoint={customer.page}
        exporter={customer.export}
        filters={[
          { kind: 'input', name: 'keyword', label: t(($) => $.keyword) },
          'type',
          ...(hasCompaniesBelow(user.accountType) ? [{ kind: 'company' as const, name: 'companyId' as const }] : []),
          { kind: 'address' },
          'enabled',
          { kind: 'dateRange', label: t(($) => $.created) },
        ]}
        columns={columns}
        actions={[
          {
            key: 'create',
            label: t(($) => $.create),
            op: 'customer:create',
            primary: true,
            icon: <PlusOutlined />,
            onClick: create,
          },
          {
            key: 'import',
            label: kit(($) => $.import.import),
            op: 'customer:import',
            icon: <UploadOutlined />,
            onClick: () => setImporting(true),
          },
        ]}
        rowActions={actionsOf}
        tone={({ enabled }) => (enabled ? undefined : 'fault')}
      />
      {dialog}
      <Suspense>
        {importing && (
          <ImportDialog
            title={t(($) => $.import)}
            calls={importCalls}
            invalidates={[customer.page, customer.select]}
            onClose={() => setImporting(false)}
          />
        )}
      </Suspense>
    </>
  )
}
