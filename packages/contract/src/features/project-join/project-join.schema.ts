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
} from '../../kernel/schema.ts'

/** A company's application to join a project of another company, and what became of it. */
export const projectJoinRow = Type.Object({
  id: id(),
  /** Null until the owner has agreed, for the company that applied: by a code alone nobody learns what a project is called. */
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
  /** The reader stands on the side of the project, and may decide. */
  ownSide: Type.Boolean(),
  ...tracked,
})
export type ProjectJoinRow = Static<typeof projectJoinRow>

export const projectJoinPageInput = pageInput(
  {
    state: optional(oneOf('joinState')),
    projectId: optional(ref('project')),
    /** Asked by the reader's own company; otherwise of it and of those below it. */
    mine: optional(Type.Boolean()),
  },
  ['createdAt', 'validUntil'],
)

export const projectJoinCreateInput = input({ code: text(40), note: optional(text(200)) })
export const projectJoinAgreeInput = input({
  id: ref('project_join'),
  rights: Type.Array(oneOf('joinRight'), { uniqueItems: true }),
  /** Left out: until somebody ends it. */
  validUntil: optional(instant()),
})
export const projectJoinRejectInput = input({ id: ref('project_join'), reason: text(200) })
export const projectJoinEndInput = input({ id: ref('project_join'), reason: text(200) })
