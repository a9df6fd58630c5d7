import { endpoints, type RowOf } from '@emberwatch/contract'
import { lazy } from 'react'
import { useTranslation } from 'react-i18next'
import type { Action } from '../../../kit/actions.tsx'
import { auditColumnsWith } from '../../../kit/list/standard-columns.tsx'
import { ListPage } from '../../../kit/list/list-page.tsx'
import { useRowActions } from '../../../kit/row-actions.tsx'
import { operationsFor } from '../../../session/me.tsx'

type RoleRow = RowOf<typeof endpoints.role>

const RoleForm = lazy(() => import('./role.form.tsx'))
const RoleCompare = lazy(() => import('./role-compare.tsx'))
const RolePermissions = lazy(() => import('./role-permissions.tsx'))
const RoleGrants = lazy(() => import('./role-grants.form.tsx'))

const role = endpoints.role

/** The actions for roles, with their dialogs. */
const useRoleActions = () => {
  const { t } = useTranslation('role')
  const kit = useTranslation('kit').t
  const offOf = ({ manageable }: RoleRow) => (manageable ? undefined : t(($) => $.notManageable))
  const { toolbar, edit, setEnabled, remove, show, close, dialog } = useRowActions<RoleRow>({
    calls: role,
    renderForm: (open) => <RoleForm {...open} />,
    nameOf: ({ name }) => name,
    texts: {
      create: kit(($) => $.create),
      disable: ({ accounts }) => (accounts === 0 ? t(($) => $.disableUnused) : t(($) => $.disableConfirm, { count: accounts })),
      remove: t(($) => $.deleteHint),
    },
    off: offOf,
  })
  const actionsOf = (row: RoleRow): Action[] => [
    {
      key: 'assign',
      label: t(($) => $.assign),
      ...operationsFor(role.assign),
      off: offOf(row),
      onClick: () => show(<RoleGrants row={row} onClose={close} />),
    },
    edit(row),
    setEnabled(row),
    { key: 'view', label: t(($) => $.view), onClick: () => show(<RolePermissions row={row} onClose={close} />) },
    {
      key: 'copy',
      label: t(($) => $.copy),
      ...operationsFor(role.create),
      onClick: () => show(<RoleForm like={row} onClose={close} />),
    },
    remove(row),
  ]
  const compare = ([left, right, ...more]: readonly RoleRow[]): Action => ({
    key: 'compare',
    label: t(($) => $.compare),
    off: left && right && more.length === 0 ? undefined : t(($) => $.compareTwo),
    onClick: () => left && right && show(<RoleCompare rows={[left, right]} onClose={close} />),
  })
  return { toolbar, actionsOf, compare, dialog }
}

export default function RoleListPage() {
  const { toolbar, actionsOf, compare, dialog } = useRoleActions()
  return (
    <>
      <ListPage
        endpoint={role.page}
        exporter={role.export}
        filters={['keyword', 'type', 'enabled', { kind: 'dateRange' }]}
        columns={[
          'name',
          'type',
          'level',
          'enabled',
          'accounts',
          'companyName',
          'dataScope',
          { field: 'requiresTwoStep', optional: true },
          { field: 'remark', optional: true },
          ...auditColumnsWith('updatedAt'),
        ]}
        actions={toolbar}
        rowActions={actionsOf}
        selection={(rows) => [compare(rows)]}
      />
      {dialog}
    </>
  )
}
