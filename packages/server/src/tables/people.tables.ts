import type { EnumValue } from '@emberwatch/contract'
import type { Defaulted, Instant, InstantNow, Json, JsonDefaulted, Optional, OptionalInstant, Owned, Tracked } from './columns.ts'
import type { FactsOf } from './table-facts.ts'

type AccountType = EnumValue<'accountType'>

export interface AccountTable extends Tracked, Owned {
  id: Defaulted<number>
  customer_id: Optional<number>
  type: AccountType
  account: string
  name: string
  phone: Optional<string>
  email: Optional<string>
  avatar: Optional<string>
  password_hash: string
  must_change_password: Defaulted<boolean>
  password_set_at: InstantNow
  enabled: Defaulted<boolean>
  /** Registered, but not yet enabled by the company's staff. */
  pending: Defaulted<boolean>
  valid_until: OptionalInstant
  last_login_at: OptionalInstant
  last_login_ip: Optional<string>
  language: Optional<string>
  certificate_no: Optional<string>
  certificate_expires: Optional<string>
  preferences: JsonDefaulted<Record<string, unknown>>
  /** Sealed. Pending: shown to the person but not yet confirmed with a first code. */
  two_step_secret: Optional<Buffer>
  two_step_pending: Optional<Buffer>
  two_step_since: OptionalInstant
  /** The last time step for which a code was accepted. */
  two_step_used: Defaulted<number>
  deleted_at: OptionalInstant
}

/** Earlier passwords, which cannot be chosen again. */
export interface PasswordHistoryTable {
  account_id: number
  password_hash: string
  replaced_at: Instant
}

export interface RecoveryCodeTable {
  account_id: number
  code_hash: Buffer
}

/** A sign-in that is waiting for its code. */
export interface LoginStepTable {
  ticket_hash: Buffer
  account_id: number
  account: string
  address: string
  /** The verified hash. If the password changes after that, the sign-in is void. */
  password_hash: string
  failures: Defaulted<number>
  expires_at: Instant
}

/** Addresses from which an account signed in. */
export interface SignInAddressTable {
  account_id: number
  address: string
  last_at: Instant
}

export interface RoleTable extends Tracked, Owned {
  id: Defaulted<number>
  name: string
  type: AccountType
  level: number
  data_scope: Defaulted<EnumValue<'dataScope'>>
  /** Holders must use two-step sign-in. */
  requires_two_step: Defaulted<boolean>
  enabled: Defaulted<boolean>
  remark: Defaulted<string>
}

export interface MenuTable extends Tracked {
  id: Defaulted<number>
  code: string
  parent_code: Optional<string>
  name_zh: string
  name_en: string
  url: Defaulted<string>
  icon: Defaulted<string>
  level: number
  sort: number
  is_main_menu: Defaulted<boolean>
  is_operation: Defaulted<boolean>
  operation_code: Optional<string>
  account_types: AccountType[]
  enabled: Defaulted<boolean>
  seeded: Defaulted<boolean>
}

export interface RoleMenuTable {
  role_id: number
  menu_code: string
}

/** A single row, whose mark changes with every change of `role_menu` and `menu` (migrations 0081 and 0084). */
export interface RightsVersionTable {
  single: Defaulted<boolean>
  version: string
}

export interface AccountRoleTable {
  account_id: number
  role_id: number
}

/** The projects that an account of the data scope `projects` sees (migration 0038). */
export interface AccountProjectTable {
  account_id: number
  project_id: number
  created_at: InstantNow
  created_by: Optional<number>
}

export interface SessionTable {
  id: Defaulted<number>
  token_hash: Buffer
  account_id: number
  created_at: InstantNow
  last_seen_at: InstantNow
  expires_at: Instant
  ip: Optional<string>
  user_agent: Optional<string>
  /** The account that opened it with a ticket. */
  issued_by: Optional<number>
  /** The key of the open platform that issued the ticket, on behalf of that account. */
  key_id: Optional<number>
  /** The account's sign-in before this one. */
  previous_login_at: OptionalInstant
  /** When its person last proved who they are, by signing in or with the password. */
  proved_at: OptionalInstant
}

export interface CaptchaTable {
  id: string
  answer: string
  expires_at: Instant
}

export interface LoginFailureTable {
  subject: string
  failures: number
  last_at: Instant
  locked_until: OptionalInstant
}

export interface LoginTicketTable {
  ticket_hash: Buffer
  account_id: number
  issued_by: Optional<number>
  key_id: Optional<number>
  expires_at: Instant
}

export interface FileTable extends Owned {
  id: string
  customer_id: Optional<number>
  account_id: Optional<number>
  name: string
  mime: string
  size: number
  sha256: string
  purpose: string
  public: Defaulted<boolean>
  created_at: InstantNow
}

export interface ExportJobTable {
  id: Defaulted<number>
  account_id: number
  list: string
  format: 'xlsx' | 'csv' | 'pdf'
  state: Defaulted<'waiting' | 'running' | 'done' | 'failed'>
  attempts: Defaulted<number>
  done: Defaulted<number>
  total: Defaulted<number>
  file_id: Optional<string>
  error: Optional<string>
  input: Json<Record<string, unknown>>
  issued_by: Optional<number>
  created_at: InstantNow
}

export interface AreaTable {
  code: string
  parent_code: Optional<string>
  level: number
  name_zh: string
  name_en: string
  sort: number
}

export interface PeopleTables {
  account: AccountTable
  role: RoleTable
  menu: MenuTable
  role_menu: RoleMenuTable
  rights_version: RightsVersionTable
  account_role: AccountRoleTable
  account_project: AccountProjectTable
  session: SessionTable
  captcha: CaptchaTable
  login_failure: LoginFailureTable
  login_ticket: LoginTicketTable
  login_step: LoginStepTable
  recovery_code: RecoveryCodeTable
  password_history: PasswordHistoryTable
  sign_in_address: SignInAddressTable
  file: FileTable
  export_job: ExportJobTable
  area: AreaTable
}

export const peopleFacts = {
  account: {
    owner: 'account',
    scope: {
      path: 'path',
      customer: 'customer_id',
      account: 'id',
      projectCustomer: 'customer_id',
      creator: 'created_by',
      colleague: 'id',
    },
    marksDeleted: true,
    published: `type account name phone email avatar must_change_password password_set_at enabled pending valid_until last_login_at language
      certificate_no certificate_expires preferences two_step_secret two_step_since version`,
  },
  account_project: { owner: 'account', scope: { through: ['account_id', 'account'] }, published: 'project_id' },
  role: {
    owner: 'role',
    scope: { path: 'path', creator: 'created_by' },
    published: 'name level data_scope requires_two_step enabled',
  },
  menu: {
    owner: 'menu',
    scope: 'everyone',
    published: `code parent_code name_zh name_en url icon level sort is_main_menu is_operation operation_code account_types enabled seeded`,
  },
  role_menu: { owner: 'role', scope: { through: ['role_id', 'role'] }, published: 'menu_code' },
  rights_version: { owner: 'access', scope: 'system' },
  account_role: { owner: 'account', scope: { through: ['account_id', 'account'] }, published: 'role_id' },
  session: { owner: 'access', scope: { account: 'account_id' }, published: 'expires_at user_agent' },
  captcha: { owner: 'access', scope: 'system' },
  login_failure: { owner: 'access', scope: 'system' },
  login_ticket: { owner: 'access', scope: 'system' },
  login_step: { owner: 'access', scope: 'system' },
  recovery_code: { owner: 'account', scope: 'system' },
  password_history: { owner: 'account', scope: 'system' },
  sign_in_address: { owner: 'access', scope: 'system' },
  file: {
    owner: 'file',
    scope: { path: 'path', customer: 'customer_id', account: 'account_id', files: true },
    published: 'name mime size sha256 purpose',
  },
  export_job: { owner: 'platform', scope: { account: 'account_id' } },
  area: { owner: 'area', scope: 'everyone', published: 'code name_zh name_en' },
} as const satisfies FactsOf<PeopleTables>
