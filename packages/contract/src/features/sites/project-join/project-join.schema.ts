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

/** A company's application to join a project of another company, and its state. */
export const projectJoinRow = Type.Object({
  id: id(),
  /** Null for the applicant until the owner has approved: knowing a code alone must not reveal a project's name. */
  projectId: nullable(id()),
  projectName: nullable(Type.String()),
  projectCode: Type.String(),
  companyId: nullable(id()),
  companyName: nullable(Type.String()),
  joinerId: id(),
  joinerName: Type.String(),
  state: oneOf('joinState'),
  rights: Type.Array(oneOf('joinRight')),
  validUntil: nullable(instant()),
  note: Type.String(),
  /** Why it was rejected or ended. */
  reason: Type.String(),
  applicant: nullable(Type.String()),
  decidedAt: nullable(instant()),
  decidedBy: nullable(Type.String()),
  endedAt: nullable(instant()),
  endedBy: nullable(Type.String()),
  /** True if the reader is on the project's side and can decide. */
  ownSide: Type.Boolean(),
  ...tracked,
})
export type ProjectJoinRow = Static<typeof projectJoinRow>

export const projectJoinPageInput = pageInput(
  {
    state: optional(oneOf('joinState')),
    projectId: optional(ref('project')),
    /** True: applications of the reader's own company; false: those of other companies. */
    mine: optional(Type.Boolean()),
  },
  ['createdAt', 'validUntil'],
)

export const projectJoinCreateInput = input({ code: text(40), note: optional(text(200)) })
export const projectJoinAgreeInput = input({
  id: ref('project_join'),
  rights: Type.Array(oneOf('joinRight'), { uniqueItems: true }),
  /** Default: until somebody ends it. */
  validUntil: optional(instant()),
})
export const projectJoinRejectInput = input({ id: ref('project_join'), reason: text(200) })
export const projectJoinEndInput = input({ id: ref('project_join'), reason: text(200) })
