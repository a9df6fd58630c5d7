import { limits } from '../../kernel/limits.ts'
import {
  day,
  id,
  input,
  instant,
  nullable,
  oneOf,
  optional,
  pageInput,
  ref,
  refs,
  ruled,
  text,
  tracked,
  Type,
  version,
  type Static,
} from '../../kernel/schema.ts'

export const accountRow = Type.Object({
  id: id(),
  account: Type.String(),
  /** Masked unless the caller holds `account:unmask`; so are phone and email. */
  name: Type.String(),
  phone: nullable(Type.String()),
  email: nullable(Type.String()),
  type: oneOf('accountType'),
  companyId: id(),
  companyName: Type.String(),
  customerId: nullable(id()),
  customerName: nullable(Type.String()),
  roleIds: Type.Array(id()),
  roleNames: Type.Array(Type.String()),
  enabled: Type.Boolean(),
  lastLoginAt: nullable(instant()),
  lastLoginIp: nullable(Type.String()),
  lockedUntil: nullable(instant()),
  mustChangePassword: Type.Boolean(),
  /** False: oneself, or a level that the caller may not manage. */
  manageable: Type.Boolean(),
  ...tracked,
})
export type AccountRow = Static<typeof accountRow>

const accountFilters = {
  roleId: optional(ref('role')),
  enabled: optional(Type.Boolean()),
  companyId: optional(ref('company')),
  customerId: optional(ref('customer')),
  neverLoggedIn: optional(Type.Boolean()),
  inactiveDays: optional(Type.Integer({ minimum: 1, maximum: 3_650 })),
}
export const accountPageInput = pageInput(accountFilters, ['account', 'createdAt', 'lastLoginAt'])

const accountFields = {
  name: text(40),
  phone: ruled('phone'),
  email: optional(ruled('email', { maxLength: 120 })),
  roleIds: refs('role'),
  certificateNo: optional(text(40)),
  certificateExpires: optional(day()),
  validUntil: optional(instant()),
}

/** The type follows from the company (or the customer): nobody chooses it. */
export const accountCreateInput = input({
  account: ruled('account'),
  companyId: optional(ref('company')),
  customerId: optional(ref('customer')),
  ...accountFields,
})
export const accountUpdateInput = input({ id: ref('account'), version: version(), ...accountFields })
export const accountForbiddenInput = input({ id: ref('account'), enabled: Type.Boolean() })
/** Empty means the default password (readings.md, "Numbers that the spec gives twice"). */
export const accountPasswordInput = input({
  id: ref('account'),
  password: optional(Type.String({ minLength: limits.passwordMin, maxLength: limits.resetPasswordMax })),
})
export const accountDetail = Type.Object({
  ...accountRow.properties,
  certificateNo: nullable(Type.String()),
  certificateExpires: nullable(Type.String()),
  validUntil: nullable(instant()),
  operations: Type.Array(Type.String()),
  sessions: Type.Array(
    Type.Object({ createdAt: instant(), lastSeenAt: instant(), ip: nullable(Type.String()), userAgent: nullable(Type.String()) }),
  ),
  logins: Type.Array(Type.Object({ at: instant(), result: Type.String(), ip: nullable(Type.String()) })),
})
export const unmasked = Type.Object({ name: Type.String(), phone: nullable(Type.String()), email: nullable(Type.String()) })

/** One row of an import with what is wrong with it. */
export const importRowProblem = Type.Object({ row: Type.Integer(), field: Type.String(), msg: Type.String() })
export const importResult = Type.Object({
  importId: id(),
  state: Type.Unsafe<'waiting' | 'running' | 'done' | 'failed'>({
    type: 'string',
    enum: ['waiting', 'running', 'done', 'failed'],
  }),
  total: Type.Integer(),
  done: Type.Integer(),
  succeeded: Type.Integer(),
  failed: Type.Integer(),
  problems: Type.Array(importRowProblem),
  failedFileId: nullable(Type.String()),
  dryRun: Type.Boolean(),
  msg: Type.String(),
})
