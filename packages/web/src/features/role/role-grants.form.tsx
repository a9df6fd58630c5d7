import { endpoints, type GrantNode, type RoleRow } from '@emberwatch/contract'
import { Tooltip } from 'antd'
import { useTranslation } from 'react-i18next'
import { useCall } from '../../api/hooks.ts'
import { FormDialog } from '../../kit/form/form-dialog.tsx'
import { canTick, tickOf, toggle } from './grant-tree.ts'
import './role-grants.css'

interface GrantTreeProps {
  tree: readonly GrantNode[]
  value?: string[]
  onChange?: (grants: string[]) => void
}

/** Menus and their operations to tick; what the caller lacks is shown with the reason why it is not theirs to give. */
const GrantTree = ({ tree, value = [], onChange }: GrantTreeProps) => {
  const { t } = useTranslation('role')
  const granted = new Set(value)
  const draw = (node: GrantNode) => {
    const tick = tickOf(node, granted)
    const off = !canTick(node)
    const box = (
      <label data-off={off}>
        <input
          type="checkbox"
          checked={tick === 'on'}
          aria-disabled={off}
          ref={(input) => {
            if (input) input.indeterminate = tick === 'half'
          }}
          onChange={() => off || onChange?.([...toggle(tree, node, granted)])}
        />
        {node.label}
        {off && <span className="ew-visually-hidden">{t(($) => $.notGrantable)}</span>}
      </label>
    )
    return (
      <li key={node.code} data-operation={node.operation}>
        {off ? <Tooltip title={t(($) => $.notGrantable)}>{box}</Tooltip> : box}
        {node.children.length > 0 && <ul>{node.children.map(draw)}</ul>}
      </li>
    )
  }
  return <ul className="ew-grants">{tree.map(draw)}</ul>
}

/** Sets the menus and operations of a role. */
export default function RoleGrants({ row, onClose }: { row: RoleRow; onClose: () => void }) {
  const { t } = useTranslation('role')
  const { role } = endpoints
  const tree = useCall(role.menus, {}).data
  const detail = useCall(role.detail, { id: row.id }).data
  if (!tree || !detail) return null
  return (
    <FormDialog
      drawer
      endpoint={role.assign}
      title={t(($) => $.grantsOf, { name: row.name })}
      saved={t(($) => $.grantsSaved)}
      initial={{ grants: detail.grants }}
      hidden={{ id: row.id, version: detail.version }}
      invalidates={[role.page, role.detail]}
      fields={[{ name: 'grants', control: <GrantTree tree={tree} /> }]}
      onClose={onClose}
    />
  )
}
