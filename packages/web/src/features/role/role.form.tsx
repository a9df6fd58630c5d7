import { endpoints, type RoleRow } from '@emberwatch/contract'
import { useTranslation } from 'react-i18next'
import { FormDialog } from '../../kit/form/form-dialog.tsx'

/** Makes a role, or edits one. */
export default function RoleForm({ row, onClose }: { row: RoleRow | undefined; onClose: () => void }) {
  const { t } = useTranslation('role')
  const shared = { invalidates: [endpoints.role.page], onClose }
  const level = { name: 'level', hint: t(($) => $.levelHint) } as const
  if (!row)
    return (
      <FormDialog
        {...shared}
        endpoint={endpoints.role.create}
        title={t(($) => $.create)}
        fields={['name', 'type', level, 'remark']}
      />
    )
  const { id, version, name, type, remark } = row
  return (
    <FormDialog
      {...shared}
      endpoint={endpoints.role.update}
      title={t(($) => $.edit)}
      fields={['name', 'type', level, 'remark']}
      initial={{ name, type, level: row.level, remark }}
      hidden={{ id, version }}
    />
  )
}
