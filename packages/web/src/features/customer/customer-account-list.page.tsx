import { PlusOutlined } from '@ant-design/icons'
import { endpoints, type AccountRow, type CustomerRow } from '@emberwatch/contract'
import { useTranslation } from 'react-i18next'
import { hasCompaniesBelow } from '../../kit/company-select.tsx'
import { ListPage } from '../../kit/list/list-page.tsx'
import { Time } from '../../kit/time.tsx'
import { useCan, useMe } from '../../session/me.tsx'
import { AccountState } from '../account/account-cells.tsx'
import { customerHref } from './customer-cells.tsx'
import { UnmaskButton } from './unmask-button.tsx'
import { isMasked } from './use-unmask.ts'
import { useCustomerAccountActions } from './use-customer-account-actions.tsx'

const { account, customer: calls, customerAccount, role } = endpoints

/** The accounts of one customer, or of all. */
export const CustomerAccounts = ({ customer }: { customer?: Pick<CustomerRow, 'id' | 'name'> }) => {
  const { t } = useTranslation('customer')
  const words = useTranslation('account').t
  const can = useCan()
  const { user } = useMe()
  const { actionsOf, create, unmask, inFull, dialogs } = useCustomerAccountActions(customer)
  const ofAll = customer === undefined
  const drawPhone = (row: AccountRow) => {
    const { name, phone, email } = inFull(row)
    return (
      <>
        {phone ?? '—'}{' '}
        {can('account:unmask') && isMasked(name, phone, email) && <UnmaskButton name={name} onUnmask={() => unmask(row)} />}
      </>
    )
  }
  const drawCustomer = ({ customerId, customerName, companyName }: AccountRow) => (
    <span className="ew-two-lines">
      {customerId !== null && can('customer:view') ? (
        <a href={customerHref(customerId)}>{customerName}</a>
      ) : (
        <span>{customerName}</span>
      )}
      <small>{companyName}</small>
    </span>
  )
  return (
    <>
      <ListPage
        {...(ofAll ? {} : { embedded: true, fixed: { customerId: customer.id }, title: t(($) => $.tabs.accounts) })}
        endpoint={customerAccount.page}
        exporter={account.export}
        exportInput={{ list: 'customer' }}
        views={[
          { label: words(($) => $.views.disabled), when: { enabled: 'false' } },
          { label: words(($) => $.views.never), when: { neverLoggedIn: 'true' } },
        ]}
        filters={[
          { kind: 'input', name: 'keyword', label: words(($) => $.keyword) },
          ...(ofAll ? [{ kind: 'remote' as const, name: 'customerId' as const, endpoint: calls.select }] : []),
          { kind: 'remote', name: 'roleId', endpoint: role.select, input: { type: 'customer' } },
          ...(ofAll && hasCompaniesBelow(user.accountType) ? [{ kind: 'company' as const, name: 'companyId' as const }] : []),
          'enabled',
          { kind: 'dateRange', label: words(($) => $.created) },
        ]}
        columns={[
          {
            field: 'account',
            label: t(($) => $.account.name),
            render: (row) => (
              <span className="ew-two-lines">
                <span>{row.account}</span>
                <small>{inFull(row).name}</small>
              </span>
            ),
          },
          ...(ofAll ? [{ field: 'customerName' as const, render: drawCustomer }] : []),
          { field: 'enabled', render: (row) => <AccountState account={row} /> },
          { field: 'phone', render: drawPhone },
          { field: 'email', optional: true, render: (row) => inFull(row).email ?? '—' },
          'roleNames',
          {
            field: 'lastLoginAt',
            render: ({ lastLoginAt, lastLoginIp }) =>
              lastLoginAt === null ? (
                <span className="ew-muted">{words(($) => $.never)}</span>
              ) : (
                <span className="ew-two-lines">
                  <Time value={lastLoginAt} />
                  <small>{lastLoginIp}</small>
                </span>
              ),
          },
          { field: 'companyName', optional: true },
          { field: 'createdAt', optional: true },
          { field: 'createdBy', optional: true },
          { field: 'updatedAt', optional: true },
        ]}
        actions={[
          {
            key: 'create',
            label: words(($) => $.create),
            op: 'customerAccount:create',
            primary: true,
            icon: <PlusOutlined />,
            onClick: create,
          },
        ]}
        rowActions={actionsOf}
        tone={({ enabled }) => (enabled ? undefined : 'fault')}
      />
      {dialogs}
    </>
  )
}

export default function CustomerAccountListPage() {
  return <CustomerAccounts />
}
