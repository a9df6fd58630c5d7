import { PlusOutlined } from '@ant-design/icons'
import { endpoints, type RoleRow } from '@emberwatch/contract'
import { lazy, Suspense, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useWrite } from '../../api/hooks.ts'
import { confirmByName } from '../../kit/confirm.tsx'
import { ListPage } from '../../kit/list/list-page.tsx'
import { toast } from '../../kit/toast.ts'

const RoleForm = lazy(() => import('./role.form.tsx'))
const RoleGrants = lazy(() => import('./role-grants.form.tsx'))

const { role } = endpoints

export default function RoleListPage() {
  const { t } = useTranslation('role')
  const kit = useTranslation('kit').t
  const [dialog, setDialog] = useState<{ form?: RoleRow | 'new'; grants?: RoleRow }>({})
  const forbid = useWrite(role.forbidden, { invalidates: [role.page] })
  const del = useWrite(role.del, { invalidates: [role.page] })
  const close = () => setDialog({})

  const remove = async (row: RoleRow) => {
    const title = kit(($) => $.confirmDialog.deleteTitle, { name: row.name })
    if (!(await confirmByName(row.name, { title, content: t(($) => $.deleteHint), ok: kit(($) => $.remove) }))) return
    await del.mutateAsync({ id: row.id })
    toast.success(kit(($) => $.confirmDialog.deleted))
  }

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
          { field: 'remark', optional: true },
          'updatedAt',
          { field: 'updatedBy', optional: true },
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
            { key: 'del', label: kit(($) => $.remove), op: 'role:del', off, danger: true, onClick: () => remove(row) },
          ]
        }}
      />
      <Suspense>
        {dialog.form && <RoleForm row={dialog.form === 'new' ? undefined : dialog.form} onClose={close} />}
        {dialog.grants && <RoleGrants row={dialog.grants} onClose={close} />}
      </Suspense>
    </>
  )
}
