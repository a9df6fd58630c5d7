import {
  day,
  id,
  input,
  nullable,
  oneOf,
  optional,
  pageInput,
  ref,
  ruled,
  text,
  tracked,
  Type,
  version,
  type Static,
} from '../../../kernel/schema.ts'

/** A certificate or document is about to expire from this many days before its last day. */
export const expiringDays = 30

/** A person responsible for the fire safety of a project. The phone is masked; `unmask` shows it and is audited. */
export const projectPersonRow = Type.Object({
  id: id(),
  role: oneOf('projectPersonRole'),
  name: Type.String(),
  organisation: nullable(Type.String()),
  phone: nullable(Type.String()),
  certificateNo: nullable(Type.String()),
  certificateExpires: nullable(Type.String()),
  /** Calendar days until the certificate's last day, in the project's time zone; below 0 once it has passed. */
  daysLeft: nullable(Type.Integer()),
  remark: nullable(Type.String()),
  ...tracked,
})
export type ProjectPersonRow = Static<typeof projectPersonRow>

/** No keyword: it would match what is shown masked. */
const { keyword: _keyword, ...paging } = pageInput(
  {
    projectId: ref('project'),
    role: optional(oneOf('projectPersonRole')),
    /** People whose certificate has expired or is about to. */
    expiring: optional(Type.Boolean()),
  },
  ['role', 'certificateExpires', 'createdAt'],
).properties
export const projectPersonPageInput = input(paging)

const personFields = {
  role: oneOf('projectPersonRole'),
  name: text(40),
  organisation: optional(text(80)),
  certificateNo: optional(text(40)),
  certificateExpires: optional(day()),
  remark: optional(text(200)),
}
export const projectPersonCreateInput = input({ projectId: ref('project'), phone: optional(ruled('phone')), ...personFields })
/** A phone that is left out stays unchanged, so that a caller who sees it masked can change the rest; `noPhone` removes it. */
export const projectPersonUpdateInput = input({
  id: ref('project_person'),
  version: version(),
  ...personFields,
  phone: optional(ruled('phone')),
  noPhone: optional(Type.Boolean()),
})
export const projectPersonUnmasked = Type.Object({ phone: nullable(Type.String()) })
