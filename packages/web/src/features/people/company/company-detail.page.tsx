import type { CompanyKind } from '@emberwatch/contract'
import { useNavigate } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { DetailPage } from '../../../kit/detail/detail-page.tsx'
import { operationsFor, useCan } from '../../../session/me.tsx'
import { useActivityTab } from '../../system/activity/activity.tsx'
import { accountKind } from '../account/account-kind.ts'
import { CompanyTags } from './company-cells.tsx'
import { companyKind } from './company-kind.ts'
import { CompanyOverview, type CompanyDetail } from './company-overview.section.tsx'
import { CompanyAccounts, CompanyBelow, CompanyCustomers, CompanyDevices, CompanyProjects } from './company-lists.section.tsx'
import { useCompanyActions } from './use-company-actions.tsx'

const drawTags = (row: CompanyDetail) => <CompanyTags {...row} />

/** The page of one company (`…/detail?id=`): its facts and quotas, companies below, accounts, customers and sites. */
export const companyDetailPage = (built: CompanyKind) => {
  const kind = companyKind(built)
  const accounts = accountKind(kind.accounts)
  return function CompanyDetailPage() {
    const { t } = useTranslation('company')
    const can = useCan()
    const navigate = useNavigate()
    const { actionsOf, dialogs } = useCompanyActions(kind, () => navigate({ to: kind.path }))
    const activity = useActivityTab(kind.activity)
    const below = kind.below.filter((one) => can(operationsFor(companyKind(one).calls.page).op ?? []))
    const drawTabs = (row: CompanyDetail) => [
      { key: 'overview', label: t(($) => $.tabs.overview), content: <CompanyOverview kind={kind} row={row} /> },
      ...(below.length > 0
        ? [{ key: 'companies', label: t(($) => $.tabs.companies), content: <CompanyBelow kinds={below} row={row} /> }]
        : []),
      ...(can(operationsFor(accounts.page).op ?? [])
        ? [{ key: 'accounts', label: t(($) => $.tabs.accounts), content: <CompanyAccounts kind={accounts} row={row} /> }]
        : []),
      ...(can('customer:view')
        ? [{ key: 'customers', label: t(($) => $.tabs.customers), content: <CompanyCustomers row={row} /> }]
        : []),
      ...(can('project:view')
        ? [{ key: 'projects', label: t(($) => $.tabs.projects), content: <CompanyProjects row={row} /> }]
        : []),
      ...(can(['device:view', 'gateway:view'])
        ? [{ key: 'devices', label: t(($) => $.tabs.devices), content: <CompanyDevices row={row} /> }]
        : []),
      ...activity(row),
    ]
    return (
      <>
        <DetailPage
          endpoint={kind.calls.detail}
          title={({ name }) => name}
          status={drawTags}
          actions={actionsOf}
          tabs={drawTabs}
        />
        {dialogs}
      </>
    )
  }
}
