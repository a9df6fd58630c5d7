import { enums, type EnumValue } from '../../kernel/enums.ts'
import { id, input, oneOf, optional, pageInput, ref, text, tracked, Type, version } from '../../kernel/schema.ts'

/** A role's level: 1 is the highest; anyone who holds a role manages only roles and accounts of a larger number. */
const level = () => Type.Integer({ minimum: 1, maximum: 9 })

/** Do accounts of `own` type make roles and accounts of `type`? Of their own type and of those below it. */
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
  /** Anyone who holds it signs in in two steps. */
  requiresTwoStep: Type.Boolean(),
  enabled: Type.Boolean(),
  remark: Type.String(),
  accounts: Type.Integer(),
  companyId: id(),
  companyName: Type.String(),
  /** May the caller change it? Not a role of their own, nor one of their own level or above. */
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
  /** Left out: of a new role the widest that the caller has, of another as it was. */
  dataScope: optional(oneOf('dataScope')),
  /** Left out: of a new role no, of another as it was. */
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
  /** Codes of menus and operations. Adding or taking away what the caller lacks is refused; what the role has and keeps is not judged. */
  grants: Type.Array(text(80), { maxItems: 1_000, uniqueItems: true }),
})

export const roleDetail = Type.Object({ ...roleRow.properties, grants: Type.Array(Type.String()) })

export interface GrantNode {
  code: string
  label: string
  operation: boolean
  /** False when the caller lacks it: shown, not tickable. */
  grantable: boolean
  children: GrantNode[]
}
