import { endpoints, type GrantNode, type RoleRow } from '@emberwatch/contract'
import { Alert } from 'antd'
import { useTranslation } from 'react-i18next'
import { useCall } from '../../api/hooks.ts'
import { FormDialog } from '../../kit/form/form-dialog.tsx'

const { role } = endpoints

interface RoleFormProps {
  /** The role to edit. */
  row?: RoleRow | undefined
  /** The role that a new one begins as. */
  like?: RoleRow | undefined
  onClose: () => void
}

const grantable = (nodes: readonly GrantNode[]): string[] =>
  nodes.flatMap((node) => [...(node.grantable ? [node.code] : []), ...grantable(node.children)])

/** Makes a role with the grants of another, as far as one may grant them. */
const CopyRole = ({ like, onClose }: { like: RoleRow; onClose: () => void }) => {
  const { t } = useTranslation('role')
  const tree = useCall(role.menus, { type: like.type }).data
  const grants = useCall(role.detail, { id: like.id }).data?.grants
  if (!tree || !grants) return null
  const own = new Set(grantable(tree))
  const taken = grants.filter((code) => own.has(code))
  const left = grants.length - taken.length
  return (
    <FormDialog
      endpoint={role.create}
      title={t(($) => $.copyOf, { name: like.name })}
      fields={['name', 'type', { name: 'level', hint: t(($) => $.levelHint) }, 'remark']}
      initial={{ name: t(($) => $.copyName, { name: like.name }), type: like.type, level: like.level, remark: like.remark }}
      hidden={{ grants: taken }}
      invalidates={[role.page]}
      onClose={onClose}
    >
      <Alert
        className="ew-form-alert"
        type={left > 0 ? 'warning' : 'info'}
        showIcon
        title={t(($) => $.copyHint, { count: taken.length })}
        {...(left > 0 ? { description: t(($) => $.copyLeft, { count: left }) } : {})}
      />
    </FormDialog>
  )
}

/** Makes a role, copies or edits one. */
export default function RoleForm({ row, like, onClose }: RoleFormProps) {
  const { t } = useTranslation('role')
  const shared = { invalidates: [role.page], onClose }
  const level = { name: 'level', hint: t(($) => $.levelHint) } as const
  if (like) return <CopyRole like={like} onClose={onClose} />
  if (!row)
    return <FormDialog {...shared} endpoint={role.create} title={t(($) => $.create)} fields={['name', 'type', level, 'remark']} />
  const { id, version, name, type, remark } = row
  return (
    <FormDialog
      {...shared}
      endpoint={role.update}
      title={t(($) => $.edit)}
      fields={['name', 'type', level, 'remark']}
      initial={{ name, type, level: row.level, remark }}
      hidden={{ id, version }}
    />
  )
}
