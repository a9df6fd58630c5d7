import {
  id,
  input,
  instant,
  nullable,
  oneOf,
  optional,
  pageInput,
  ref,
  text,
  tracked,
  Type,
  type Static,
} from '../../../kernel/schema.ts'

/** Numbers of rows that move along. */
export const handOverCounts = [
  'companies',
  'accounts',
  'customers',
  'projects',
  'gateways',
  'devices',
  'openAlarms',
  'alarms',
  'faults',
  'orders',
] as const
const counts = Type.Object(Object.fromEntries(handOverCounts.map((name) => [name, optional(Type.Integer())])))

export const handOverPreview = Type.Object({
  name: Type.String(),
  from: Type.String(),
  to: Type.String(),
  counts: Type.Unsafe<Partial<Record<(typeof handOverCounts)[number], number>>>(counts),
  /** Why it would be refused, in the caller's language. Empty: it can start. */
  refusals: Type.Array(Type.String()),
  /** What changes for people, in the caller's language. */
  effects: Type.Array(Type.String()),
})
export type HandOverPreview = Static<typeof handOverPreview>

const projectFields = {
  projectId: ref('project'),
  companyId: ref('company'),
  /** A customer of the receiving company. If left out, the company gets a copy of the project's customer. */
  customerId: optional(ref('customer')),
}
const companyFields = { companyId: ref('company'), parentId: ref('company') }
/** The name of what is handed over, typed once more as a confirmation. */
const confirmation = { name: text(80), reason: text(300) }
export const handOverProjectPreviewInput = input(projectFields)
export const handOverCompanyPreviewInput = input(companyFields)
export const handOverProjectInput = input({ ...projectFields, ...confirmation })
export const handOverCompanyInput = input({ ...companyFields, ...confirmation })

export const handOverRow = Type.Object({
  id: id(),
  kind: oneOf('handOverKind'),
  objectName: Type.String(),
  fromCompany: Type.String(),
  toCompany: Type.String(),
  reason: Type.String(),
  state: oneOf('handOverState'),
  /** Rows moved so far. */
  movedRows: Type.Integer(),
  error: nullable(Type.String()),
  finishedAt: nullable(instant()),
  ...tracked,
})
export type HandOverRow = Static<typeof handOverRow>
export const handOverPageInput = pageInput({ kind: optional(oneOf('handOverKind')), state: optional(oneOf('handOverState')) }, [
  'createdAt',
  'finishedAt',
])
