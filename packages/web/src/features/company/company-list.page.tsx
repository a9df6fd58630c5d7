import { PlusOutlined } from '@ant-design/icons'
import type { CompanyKind, CompanyRow } from '@emberwatch/contract'
import { lazy, Suspense, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ListPage } from '../../kit/list/list-page.tsx'
import { usePasswordOnce } from '../../kit/password-once.tsx'
import { useMe } from '../../session/me.tsx'
import { useCompanyColumns } from './company-cells.tsx'
import { companyKind, parentKinds } from './company-kind.ts'
import { nearDays } from './expiry.ts'
import { useCompanyActions, type CompanyForm } from './use-company-actions.tsx'
import './company.css'

const CreateCompany = lazy(() => import('./create-company.form.tsx'))
const forms = {
  edit: lazy(() => import('./edit-company.form.tsx')),
  renew: lazy(() => import('./renew-company.form.tsx')),
  setAdmin: lazy(() => import('./set-administrator.form.tsx')),
  contact: lazy(() => import('./company-contact.tsx')),
} satisfies Record<CompanyForm, unknown>

/** The companies of one kind. */
export const companyListPage = (built: CompanyKind) => {
  const kind = companyKind(built)
  const { calls } = kind

  return function CompanyListPage() {
    const { t } = useTranslation('company')
    const { user } = useMe()
    const [open, setOpen] = useState<{ form: CompanyForm; row: CompanyRow } | 'new'>()
    const password = usePasswordOnce()
    const columns = useCompanyColumns()
    const actionsOf = useCompanyActions(kind, (form, row) => setOpen({ form, row }))
    const close = () => setOpen(undefined)
    const RowForm = open === undefined || open === 'new' ? null : forms[open.form]
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
          actions={[
            {
              key: 'create',
              label: t(($) => $.kinds[built].create),
              op: kind.op.create,
              primary: true,
              icon: <PlusOutlined />,
              onClick: () => setOpen('new'),
            },
          ]}
          rowActions={actionsOf}
          tone={({ enabled, blockedBy }) => (enabled && blockedBy === null ? undefined : 'fault')}
        />
        <Suspense>
          {open === 'new' && <CreateCompany kind={kind} onCreated={password.show} onClose={close} />}
          {RowForm && open !== undefined && open !== 'new' && <RowForm kind={kind} row={open.row} onClose={close} />}
        </Suspense>
        {password.dialog}
      </>
    )
  }
}
