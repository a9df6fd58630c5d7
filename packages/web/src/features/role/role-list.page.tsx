import { PlusOutlined } from '@ant-design/icons'
import { endpoints, type RoleRow } from '@emberwatch/contract'
import { lazy, Suspense, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useWrite } from '../../api/hooks.ts'
import { ListPage } from '../../kit/list/list-page.tsx'
import { useRemove } from '../../kit/use-remove.tsx'

const RoleForm = lazy(() => import('./role.form.tsx'))
const RoleCompare = lazy(() => import('./role-compare.tsx'))
const RolePermissions = lazy(() => import('./role-permissions.tsx'))
const RoleGrants = lazy(() => import('./role-grants.form.tsx'))

const { role } = endpoints

interface Dialog {
  form?: RoleRow | 'new'
  copy?: RoleRow
  grants?: RoleRow
  view?: RoleRow
  compare?: readonly [RoleRow, RoleRow]
}

export default function RoleListPage() {
  const { t } = useTranslation('role')
  const kit = useTranslation('kit').t
  const [dialog, setDialog] = useState<Dialog>({})
  const removed = useRemove()
  const forbid = useWrite(role.forbidden, { invalidates: [role.page] })
  const del = useWrite(role.del, { invalidates: [role.page], quiet: true })
  const close = () => setDialog({})

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
          'updatedAt',
          { field: 'updatedBy', optional: true },
          { field: 'createdAt', optional: true },
          { field: 'createdBy', optional: true },
        ]}
        actions={[
          {
            key: 'create',
            label: kit(($) => $.create),
            op: 'role:create',
            primary: true,
            icon: <PlusOutlined />,
            onClick: () => setDialog({ form: 'new' }),
          },
        ]}
        rowActions={(row) => {
          const off = row.manageable ? undefined : t(($) => $.notManageable)
          return [
            { key: 'assign', label: t(($) => $.assign), op: 'role:assign', off, onClick: () => setDialog({ grants: row }) },
            { key: 'edit', label: kit(($) => $.edit), op: 'role:update', off, onClick: () => setDialog({ form: row }) },
            {
              key: 'forbidden',
              label: row.enabled ? t(($) => $.disable) : t(($) => $.enable),
              op: 'role:forbidden',
              off,
              ...(row.enabled ? { confirm: t(($) => $.disableConfirm, { count: row.accounts }) } : {}),
              onClick: () => forbid.mutateAsync({ id: row.id, enabled: !row.enabled }),
            },
            { key: 'view', label: t(($) => $.view), onClick: () => setDialog({ view: row }) },
            { key: 'copy', label: t(($) => $.copy), op: 'role:create', onClick: () => setDialog({ copy: row }) },
            {
              key: 'del',
              label: kit(($) => $.remove),
              op: 'role:del',
              off,
              danger: true,
              onClick: () =>
                removed(
                  row.name,
                  t(($) => $.deleteHint),
                  () => del.mutateAsync({ id: row.id }),
                ),
            },
          ]
        }}
        selection={([left, right, ...more]) => [
          {
            key: 'compare',
            label: t(($) => $.compare),
            off: left && right && more.length === 0 ? undefined : t(($) => $.compareTwo),
            onClick: () => left && right && setDialog({ compare: [left, right] }),
          },
        ]}
      />
      <Suspense>
        {dialog.form && <RoleForm row={dialog.form === 'new' ? undefined : dialog.form} onClose={close} />}
        {dialog.copy && <RoleForm like={dialog.copy} onClose={close} />}
        {dialog.view && <RolePermissions row={dialog.view} onClose={close} />}
        {dialog.compare && <RoleCompare rows={dialog.compare} onClose={close} />}
        {dialog.grants && <RoleGrants row={dialog.grants} onClose={close} />}
      </Suspense>
    </>
  )
}
