import { type AccountRow, endpoints, pageHref } from '@emberwatch/contract'
import { useTranslation } from 'react-i18next'
import { hasCompaniesBelow } from '../../../kit/company-select.tsx'
import { ListPage } from '../../../kit/list/list-page.tsx'
import { useCan, useMe } from '../../../session/me.tsx'
import { useAccountColumns } from '../account/account-cells.tsx'
import { accountKind } from '../account/account-kind.ts'
import type { AccountCustomer } from '../account/create-account.form.tsx'
import { useAccountActions } from '../account/use-account-actions.tsx'

const account = endpoints.account
const calls = endpoints.customer
const role = endpoints.role
const kind = accountKind('customer')

/** The customer of the account. */
const CustomerOf = ({ customerId, customerName }: AccountRow) => {
  const can = useCan()
  return customerId !== null && can('customer:view') ? (
    <a href={pageHref('customerDetail', { id: customerId })}>{customerName}</a>
  ) : (
    <>{customerName}</>
  )
}
const customerColumn = { field: 'customerName' as const, render: (row: AccountRow) => <CustomerOf {...row} /> }

/** The accounts of one customer, or of all. */
export const CustomerAccounts = ({ customer }: { customer?: AccountCustomer }) => {
  const { t } = useTranslation('account')
  const own = useTranslation('customer').t
  const { user } = useMe()
  const { toolbar, actionsOf, inFull, dialogs } = useAccountActions(kind, { customer })
  const columns = useAccountColumns(kind, inFull)
  const ofAll = customer === undefined
  return (
    <>
      <ListPage
        {...(ofAll ? {} : { embedded: true, fixed: { customerId: customer.id }, title: own(($) => $.tabs.accounts) })}
        endpoint={kind.page}
        exporter={account.export}
        exportInput={{ list: kind.list }}
        views={[
          { label: t(($) => $.views.disabled), when: { enabled: 'false' } },
          { label: t(($) => $.views.ended), when: { ended: 'true' } },
          { label: t(($) => $.views.never), when: { neverLoggedIn: 'true' } },
        ]}
        filters={[
          { kind: 'input', name: 'keyword', label: t(($) => $.keyword) },
          ...(ofAll ? [{ kind: 'remote' as const, name: 'customerId' as const, endpoint: calls.select }] : []),
          { kind: 'remote', name: 'roleId', endpoint: role.select, input: { type: kind.roleType(user) } },
          ...(ofAll && hasCompaniesBelow(user.accountType) ? [{ kind: 'company' as const, name: 'companyId' as const }] : []),
          'enabled',
          { kind: 'dateRange', label: t(($) => $.created) },
        ]}
        columns={ofAll ? columns.toSpliced(1, 0, customerColumn) : columns}
        actions={toolbar}
        rowActions={actionsOf}
        tone={({ state }) => (state === 'enabled' ? undefined : 'fault')}
      />
      {dialogs}
    </>
  )
}

export default function CustomerAccountListPage() {
  return <CustomerAccounts />
}
