import { limits } from '../../../kernel/limits.ts'
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
} from '../../../kernel/schema.ts'

export const accountRow = Type.Object({
  id: id(),
  account: Type.String(),
  /**
   * Phone and email are masked here, and for customers and ordinary users the name as well (`account/unmask` shows them and is
   * audited). The caller's own are not masked.
   */
  name: Type.String(),
  phone: nullable(Type.String()),
  email: nullable(Type.String()),
  type: oneOf('accountType'),
  companyId: id(),
  companyName: Type.String(),
  /** Names from the operating company down to the account's own: `Emberwatch › North › Harbour`. */
  companyPath: Type.String(),
  customerId: nullable(id()),
  /** Masked when the customer is a private person. */
  customerName: nullable(Type.String()),
  /** The roles that the caller can see; `roleNames` names all of them, including those of a company above. */
  roleIds: Type.Array(id()),
  roleNames: Type.Array(Type.String()),
  enabled: Type.Boolean(),
  /** What keeps the person from signing in at present, the account's own reasons first; `enabled` if nothing does. */
  state: oneOf('accountState'),
  certificateExpires: nullable(Type.String()),
  validUntil: nullable(instant()),
  lastLoginAt: nullable(instant()),
  lastLoginIp: nullable(Type.String()),
  lockedUntil: nullable(instant()),
  mustChangePassword: Type.Boolean(),
  /** Whether the account has two-step sign-in. */
  twoStep: Type.Boolean(),
  /** False for the caller's own account, and for a level that the caller may not manage. */
  manageable: Type.Boolean(),
  ...tracked,
})
export type AccountRow = Static<typeof accountRow>

const accountFilters = {
  roleId: optional(ref('role')),
  enabled: optional(Type.Boolean()),
  /** Only accounts whose validity has ended. */
  ended: optional(Type.Boolean()),
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

/** The type is not an input: it follows from the company or the customer. */
export const accountCreateInput = input({
  account: ruled('account'),
  companyId: optional(ref('company')),
  customerId: optional(ref('customer')),
  ...accountFields,
})
/**
 * Name, phone and roles that are left out stay unchanged, so that a caller who sees them masked can change the rest. The same goes
 * for the email if the caller lacks `account:unmask`; otherwise an email that is left out is removed. Roles that the caller cannot
 * see always stay. Anything else that is left out is removed.
 */
export const accountUpdateInput = input({
  id: ref('account'),
  version: version(),
  ...accountFields,
  name: optional(text(40)),
  phone: optional(ruled('phone')),
  roleIds: optional(refs('role')),
})
/** `roleIds`: the first roles of an account that has none, such as one that registered. An ordinary user cannot be enabled without a role. */
export const accountSetEnabledInput = input({ id: ref('account'), enabled: Type.Boolean(), roleIds: optional(refs('role')) })
/** Empty means the default password (readings.md, "Numbers that the spec gives twice"). */
export const accountPasswordInput = input({
  id: ref('account'),
  /** If given, a password that somebody else has set meanwhile is not replaced, because it may already have been passed on. */
  version: optional(version()),
  password: optional(Type.String({ minLength: limits.passwordMin, maxLength: limits.resetPasswordMax })),
})
export const accountDetail = Type.Object({
  ...accountRow.properties,
  /** The widest data scope of its roles; null for customers and ordinary users, who see only their own data. */
  dataScope: nullable(oneOf('dataScope')),
  certificateNo: nullable(Type.String()),
  operations: Type.Array(Type.String()),
  sessions: Type.Array(
    Type.Object({ createdAt: instant(), lastSeenAt: instant(), ip: nullable(Type.String()), userAgent: nullable(Type.String()) }),
  ),
  logins: Type.Array(Type.Object({ at: instant(), result: Type.String(), ip: nullable(Type.String()) })),
})
export const unmasked = Type.Object({ name: Type.String(), phone: nullable(Type.String()), email: nullable(Type.String()) })

export const accountProjectRow = Type.Object({
  id: id(),
  code: Type.String(),
  name: Type.String(),
  status: oneOf('projectStatus'),
  companyId: id(),
  companyName: Type.String(),
  customerName: Type.String(),
  assignedAt: instant(),
  assignedBy: nullable(Type.String()),
})
export type AccountProjectRow = Static<typeof accountProjectRow>
export const accountProjectPageInput = pageInput({ accountId: ref('account') }, ['code', 'assignedAt'])
export const accountProjectsInput = input({ accountId: ref('account'), projectIds: refs('project') })
