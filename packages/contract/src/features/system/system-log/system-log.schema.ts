import { id, instant, nullable, optional, pageInput, ref, text, Type } from '../../../kernel/schema.ts'

/**
 * A logged call. Without a session it belongs to no company, and only the operating company can see it. Secrets are removed and
 * phone numbers masked.
 */
export const apiLogRow = Type.Object({
  id: id(),
  at: instant(),
  companyName: nullable(Type.String()),
  account: nullable(Type.String()),
  action: Type.String(),
  method: Type.String(),
  url: Type.String(),
  params: Type.Unknown(),
  status: Type.Integer(),
  code: Type.Integer(),
  ms: Type.Number(),
  ip: nullable(Type.String()),
  traceId: Type.String(),
})
export const apiLogPageInput = pageInput(
  {
    companyId: optional(ref('company')),
    accountId: optional(ref('account')),
    action: optional(text(120)),
    status: optional(Type.Integer({ minimum: 100, maximum: 599 })),
    traceId: optional(text(40)),
    failed: optional(Type.Boolean()),
  },
  ['at'],
)

export const mqttLogPageInput = pageInput(
  { client: optional(text(60)), topic: optional(text(120)), result: optional(text(40)) },
  ['at'],
)

export const loginLogRow = Type.Object({
  id: id(),
  at: instant(),
  account: Type.String(),
  name: nullable(Type.String()),
  result: Type.String(),
  ip: nullable(Type.String()),
  userAgent: nullable(Type.String()),
})
export const loginLogPageInput = pageInput({ account: optional(text(40)), result: optional(text(40)), ip: optional(text(60)) }, [
  'at',
])

export const auditLogRow = Type.Object({
  id: id(),
  at: instant(),
  actor: Type.String(),
  ip: nullable(Type.String()),
  action: Type.String(),
  objectKind: Type.String(),
  objectId: Type.String(),
  objectName: Type.String(),
  changes: Type.Unknown(),
  result: Type.String(),
  companyName: nullable(Type.String()),
  sequence: Type.Integer(),
  hash: Type.String(),
})
export const auditLogPageInput = pageInput(
  {
    action: optional(text(60)),
    objectKind: optional(text(40)),
    objectId: optional(text(40)),
    actorId: optional(ref('account')),
    companyId: optional(ref('company')),
  },
  ['at'],
)
/** `brokenAt`: the first row that was changed or follows a missing one. Null if there is no such row left. */
export const auditVerdict = Type.Object({
  companies: Type.Integer(),
  rows: Type.Integer(),
  intact: Type.Boolean(),
  brokenAt: nullable(id()),
  /** The company whose chain is broken. */
  brokenCompany: nullable(Type.String()),
})
