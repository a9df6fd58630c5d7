import { codesFor, coversAccountType, endpoints, enums, type EnumValue, type GrantNode, type RowOf } from '@emberwatch/contract'
import { Alert, Select } from 'antd'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useCall } from '../../../api/hooks.ts'
import { enumLabel } from '../../../i18n/i18n.ts'
import { FormDialog } from '../../../kit/form/form-dialog.tsx'
import { useMe } from '../../../session/me.tsx'
import { countOperations } from './grant-tree.ts'

type RoleRow = RowOf<typeof endpoints.role>

const role = endpoints.role
type AccountType = EnumValue<'accountType'>

interface RoleFormProps {
  /** The role to edit. */
  row?: RoleRow | undefined
  /** The role that a new one is copied from. */
  like?: RoleRow | undefined
  onClose: () => void
}

const grantable = (nodes: readonly GrantNode[]): string[] =>
  nodes.flatMap((node) => [...(node.grantable ? [node.code] : []), ...grantable(node.children)])

/** The fields of a role; only types for which the caller may create roles. */
const useFields = () => {
  const { t } = useTranslation('role')
  const { accountType } = useMe().user
  const types = enums.accountType
    .filter((type) => coversAccountType(accountType, type))
    .map((value) => ({ value, label: enumLabel('accountType', value) }))
  const standing = [
    { name: 'level', hint: t(($) => $.levelHint) },
    { name: 'dataScope', hint: t(($) => $.dataScopeHint) },
    { name: 'requiresTwoStep', hint: t(($) => $.twoStepHint) },
    'remark',
  ] as const
  return { types, standing }
}

/** Creates a role with the permissions of another, as far as the caller may grant them and the chosen type may have them. */
const CopyRole = ({ like, onClose }: { like: RoleRow; onClose: () => void }) => {
  const { t } = useTranslation('role')
  const { types, standing } = useFields()
  const [type, setType] = useState<AccountType>(like.type)
  const tree = useCall(role.menus, {}).data
  const detail = useCall(role.detail, { id: like.id }).data
  if (!tree || !detail) return null
  const { grants, copyLevel } = detail
  const own = new Set(grantable(tree)).intersection(codesFor(type))
  const taken = grants.filter((code) => own.has(code))
  const count = countOperations(tree, new Set(taken))
  const left = countOperations(tree, new Set(grants)) - count
  return (
    <FormDialog
      endpoint={role.create}
      title={t(($) => $.copyOf, { name: like.name })}
      fields={['name', { name: 'type', control: <Select options={types} onChange={setType} /> }, ...standing]}
      initial={{
        name: t(($) => $.copyName, { name: like.name }),
        type: like.type,
        level: copyLevel,
        dataScope: like.dataScope,
        requiresTwoStep: like.requiresTwoStep,
        remark: like.remark,
      }}
      hidden={{ grants: taken }}
      onClose={onClose}
    >
      <Alert
        className="ew-form-alert"
        type={left > 0 ? 'warning' : 'info'}
        showIcon
        title={t(($) => $.copyHint, { count })}
        {...(left > 0 ? { description: t(($) => $.copyLeft, { count: left }) } : {})}
      />
    </FormDialog>
  )
}

/** Creates, copies or edits a role. */
export default function RoleForm({ row, like, onClose }: RoleFormProps) {
  const { t } = useTranslation('role')
  const { types, standing } = useFields()
  if (like) return <CopyRole like={like} onClose={onClose} />
  const fields = ['name', { name: 'type', options: types }, ...standing] as const
  if (!row) return <FormDialog endpoint={role.create} title={t(($) => $.create)} fields={fields} onClose={onClose} />
  const { id, version, name, type, remark } = row
  return (
    <FormDialog
      endpoint={role.update}
      title={t(($) => $.edit)}
      fields={['name', { name: 'type', options: types, hint: t(($) => $.typeHint) }, ...standing]}
      initial={{ name, type, level: row.level, dataScope: row.dataScope, requiresTwoStep: row.requiresTwoStep, remark }}
      hidden={{ id, version }}
      onClose={onClose}
    />
  )
}
