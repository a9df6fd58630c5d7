import type { CompanyKind } from '@emberwatch/contract'
import { useTranslation } from 'react-i18next'
import { ListPage } from '../../../kit/list/list-page.tsx'
import { useMe } from '../../../session/me.tsx'
import { useCompanyColumns } from './company-cells.tsx'
import { companyKind, parentKinds } from './company-kind.ts'
import { nearDays } from './expiry.ts'
import { useCompanyActions } from './use-company-actions.tsx'
import './company.css'

/** The companies of one kind. */
export const companyListPage = (built: CompanyKind) => {
  const kind = companyKind(built)
  const { calls } = kind

  return function CompanyListPage() {
    const { t } = useTranslation('company')
    const { user } = useMe()
    const columns = useCompanyColumns()
    const { toolbar, actionsOf, dialogs } = useCompanyActions(kind)
    return (
      <>
        <ListPage
          endpoint={calls.page}
          exporter={calls.export}
          views={[
            { label: t(($) => $.views.ending, { days: nearDays }), when: { expiresWithin: String(nearDays) } },
            { label: t(($) => $.views.ended), when: { expiresWithin: '0' } },
            { label: t(($) => $.views.disabled), when: { enabled: 'false' } },
          ]}
          filters={[
            { kind: 'input', name: 'keyword', label: t(($) => $.keyword) },
            'contacter',
            ...(parentKinds(kind, user.accountType).length > 0 ? [{ kind: 'company' as const, name: 'parentId' as const }] : []),
            { kind: 'address' },
            'enabled',
            { kind: 'dateRange', label: t(($) => $.created) },
          ]}
          columns={columns}
          actions={toolbar}
          rowActions={actionsOf}
          tone={({ enabled, blockedBy }) => (enabled && blockedBy === null ? undefined : 'fault')}
        />
        {dialogs}
      </>
    )
  }
}
