import { endpoints } from '@emberwatch/contract'
import { useTranslation } from 'react-i18next'
import { hasCompaniesBelow } from '../../../kit/company-select.tsx'
import { ListPage } from '../../../kit/list/list-page.tsx'
import { useMe } from '../../../session/me.tsx'
import { useAccountColumns } from './account-cells.tsx'
import { accountKind, type AccountListName } from './account-kind.ts'
import { useAccountActions } from './use-account-actions.tsx'
import './account.css'

const account = endpoints.account
const role = endpoints.role
const inactiveChoices = [7, 30, 90, 180, 365]

/** One of the lists of accounts. */
export const accountListPage = (list: AccountListName) => {
  const kind = accountKind(list)

  return function AccountListPage() {
    const { t } = useTranslation('account')
    const { user } = useMe()
    const { toolbar, actionsOf, inFull, dialogs } = useAccountActions(kind)
    const columns = useAccountColumns(kind, inFull)
    return (
      <>
        <ListPage
          endpoint={kind.page}
          exporter={account.export}
          exportInput={{ list }}
          views={[
            ...(list === 'user' ? [{ label: t(($) => $.views.waiting), when: { enabled: 'false', neverLoggedIn: 'true' } }] : []),
            { label: t(($) => $.views.disabled), when: { enabled: 'false' } },
            { label: t(($) => $.views.ended), when: { ended: 'true' } },
            { label: t(($) => $.views.never), when: { neverLoggedIn: 'true' } },
          ]}
          filters={[
            { kind: 'input', name: 'keyword', label: t(($) => $.keyword) },
            ...(kind.companies ? [{ kind: 'remote' as const, name: 'companyId' as const, endpoint: kind.companies }] : []),
            ...(list === 'user' && hasCompaniesBelow(user.accountType)
              ? [{ kind: 'company' as const, name: 'companyId' as const }]
              : []),
            { kind: 'remote', name: 'roleId', endpoint: role.select, input: { type: kind.roleType(user) } },
            'enabled',
            {
              kind: 'select',
              name: 'inactiveDays',
              options: inactiveChoices.map((days) => ({ value: days, label: t(($) => $.inactive, { count: days }) })),
            },
            'neverLoggedIn',
            { kind: 'dateRange', label: t(($) => $.created) },
          ]}
          columns={columns}
          actions={kind.made ? toolbar : []}
          rowActions={actionsOf}
          tone={({ state }) => (state === 'enabled' ? undefined : 'fault')}
        />
        {dialogs}
      </>
    )
  }
}
