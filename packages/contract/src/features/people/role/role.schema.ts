import { enums, type EnumValue } from '../../../enums.ts'
import { id, input, oneOf, optional, pageInput, ref, text, tracked, Type, version } from '../../../kernel/schema.ts'

/** A role's level: 1 is the highest. The holder of a role can only manage roles and accounts with a larger number. */
const level = () => Type.Integer({ minimum: 1, maximum: 9 })

/** Whether accounts of type `own` may create roles and accounts of `type`: their own type and those below it. */
export const coversAccountType = (own: string, type: EnumValue<'accountType'>): boolean => {
  const types: readonly string[] = enums.accountType
  return types.includes(own) && types.indexOf(type) >= types.indexOf(own)
}

export const roleRow = Type.Object({
  id: id(),
  name: Type.String(),
  type: oneOf('accountType'),
  level: Type.Integer(),
  dataScope: oneOf('dataScope'),
  /** Its holders must use two-step sign-in. */
  requiresTwoStep: Type.Boolean(),
  enabled: Type.Boolean(),
  remark: Type.String(),
  accounts: Type.Integer(),
  companyId: id(),
  companyName: Type.String(),
  /** Whether the caller may change it: not a role of their own, nor one of their own level or above. */
  manageable: Type.Boolean(),
  ...tracked,
})

export const rolePageInput = pageInput({ type: optional(oneOf('accountType')), enabled: optional(Type.Boolean()) }, [
  'name',
  'level',
  'createdAt',
  'updatedAt',
])

const roleFields = {
  name: text(40),
  type: oneOf('accountType'),
  level: level(),
  /** If left out: for a new role the widest that the caller has, otherwise unchanged. */
  dataScope: optional(oneOf('dataScope')),
  /** If left out: false for a new role, otherwise unchanged. */
  requiresTwoStep: optional(Type.Boolean()),
  remark: optional(text(200)),
}
export const roleCreateInput = input({
  ...roleFields,
  grants: optional(Type.Array(text(80), { maxItems: 1_000, uniqueItems: true })),
})
export const roleUpdateInput = input({ id: ref('role'), version: version(), ...roleFields })
export const roleAssignInput = input({
  id: ref('role'),
  version: version(),
  /** Codes of menus and operations. Adding or removing one that the caller lacks is refused; those that stay are not checked. */
  grants: Type.Array(text(80), { maxItems: 1_000, uniqueItems: true }),
})

export const roleDetail = Type.Object({
  ...roleRow.properties,
  grants: Type.Array(Type.String()),
  /** The level of a copy: its own, or the highest that the caller may give. */
  copyLevel: level(),
})

export interface GrantNode {
  readonly code: string
  readonly label: string
  readonly operation: boolean
  /** False if the caller lacks it: shown, but cannot be ticked. */
  readonly grantable: boolean
  readonly children: GrantNode[]
}
