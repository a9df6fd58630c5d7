import { id, input, oneOf, optional, pageInput, ref, text, tracked, Type, version, type Static } from '../../kernel/schema.ts'

/** A role's level: 1 is the highest; whoever holds a role manages only roles and accounts of a larger number. */
const level = () => Type.Integer({ minimum: 1, maximum: 9 })

export const roleRow = Type.Object({
  id: id(),
  name: Type.String(),
  type: oneOf('accountType'),
  level: Type.Integer(),
  enabled: Type.Boolean(),
  remark: Type.String(),
  accounts: Type.Integer(),
  companyName: Type.String(),
  /** May the caller change it? Not a role of their own, nor one of their own level or above. */
  manageable: Type.Boolean(),
  ...tracked,
})
export type RoleRow = Static<typeof roleRow>

export const rolePageInput = pageInput({ type: optional(oneOf('accountType')), enabled: optional(Type.Boolean()) }, [
  'name',
  'level',
  'createdAt',
  'updatedAt',
])

const roleFields = { name: text(40), type: oneOf('accountType'), level: level(), remark: optional(text(200)) }
export const roleCreateInput = input({
  ...roleFields,
  grants: optional(Type.Array(text(80), { maxItems: 1_000, uniqueItems: true })),
})
export const roleUpdateInput = input({ id: ref('role'), version: version(), ...roleFields })
export const roleForbiddenInput = input({ id: ref('role'), enabled: Type.Boolean() })
export const roleAssignInput = input({
  id: ref('role'),
  version: version(),
  /** Codes of menus and operations; one that the caller lacks is refused, never dropped. */
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
