import {
  id,
  input,
  instant,
  nullable,
  oneOf,
  optional,
  pageInput,
  ref,
  refs,
  text,
  tracked,
  Type,
  version,
  type Static,
} from '../../../kernel/schema.ts'

/** Limits of a key. */
export const openAccessLimits = {
  /** Keys of one company. */
  keys: 100,
  years: 2,
  /** Networks of its allow-list. */
  addresses: 50,
  /** Chosen projects. */
  projects: 500,
  perMinute: 6_000,
  perMinuteDefault: 300,
  /** How long the former secret still works after a rotation (ms). */
  overlapMs: 24 * 3_600_000,
} as const

/** Everything the company owns and all below it; the company alone; chosen projects. The first three of `dataScope`. */
const keyDataScope = () =>
  Type.Unsafe<'branch' | 'company' | 'projects'>({
    type: 'string',
    enum: ['branch', 'company', 'projects'],
    enumeration: 'dataScope',
  })

export const openAccessRow = Type.Object({
  id: id(),
  name: Type.String(),
  companyId: id(),
  companyName: Type.String(),
  state: oneOf('openAccessState'),
  /** The beginning of its present secret, by which it is recognised. */
  prefix: Type.String(),
  keyRights: Type.Array(oneOf('openRight')),
  dataScope: keyDataScope(),
  expiresAt: instant(),
  /** Networks that it may be used from. Empty: from anywhere. */
  addresses: Type.Array(Type.String()),
  perMinute: Type.Integer(),
  enabled: Type.Boolean(),
  lastUsedAt: nullable(instant()),
  lastUsedIp: nullable(Type.String()),
  remark: Type.String(),
  ...tracked,
})
export type OpenAccessRow = Static<typeof openAccessRow>

/** One of the two secrets that a key has for a day after a rotation. */
const secret = Type.Object({
  prefix: Type.String(),
  createdAt: instant(),
  createdBy: nullable(Type.String()),
  /** Null: the present one. */
  validUntil: nullable(instant()),
  lastUsedAt: nullable(instant()),
  lastUsedIp: nullable(Type.String()),
})

export const openAccessDetail = Type.Object({
  ...openAccessRow.properties,
  projects: Type.Array(Type.Object({ id: id(), name: Type.String() })),
  secrets: Type.Array(secret),
  /** Who granted `ticket:issue`, whose level limits whom it may sign in. */
  ticketGrantedBy: nullable(Type.String()),
  /** Its requests of the last 24 hours. */
  requests: Type.Array(Type.Object({ status: Type.Integer(), count: Type.Integer(), lastAt: instant() })),
})
export type OpenAccessDetail = Static<typeof openAccessDetail>

export const openAccessPageInput = pageInput(
  {
    companyId: optional(ref('company')),
    keyRight: optional(oneOf('openRight')),
    enabled: optional(Type.Boolean()),
  },
  ['name', 'expiresAt', 'createdAt'],
)

const keyFields = {
  name: text(60),
  keyRights: Type.Array(oneOf('openRight'), { minItems: 1, uniqueItems: true }),
  dataScope: keyDataScope(),
  /** With the data scope `projects`: which. */
  projectIds: optional(refs('project', 0, openAccessLimits.projects)),
  expiresAt: instant(),
  addresses: optional(Type.Array(text(50), { maxItems: openAccessLimits.addresses, uniqueItems: true })),
  perMinute: Type.Integer({ minimum: 1, maximum: openAccessLimits.perMinute }),
  remark: optional(text(500)),
}

/** Without a company it is for the caller's own. */
export const openAccessCreateInput = input({ companyId: optional(ref('company')), ...keyFields })
export const openAccessUpdateInput = input({ id: ref('open_access'), version: version(), ...keyFields })
/** `immediately`: the former secret ends with this call, because it may be known to somebody. */
export const openAccessRotateInput = input({ id: ref('open_access'), immediately: optional(Type.Boolean()) })

/** The secret is shown only this once. */
export const openAccessSecret = Type.Object({
  id: id(),
  secret: Type.String(),
  /** Until when the former secret still works. */
  formerUntil: nullable(instant()),
})
export type OpenAccessSecret = Static<typeof openAccessSecret>
