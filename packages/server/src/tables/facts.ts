import type { TableName, Tables } from './index.ts'

/**
 * Who sees the rows of a table. `everyone`: product-wide data without secrets. `system`: read only by code without a caller.
 * `path`: the column with the owning company's path; `customer`, `device`, `account`: the columns that open a row to a customer's
 * account, to a user bound to the device, or to the account itself. A kind of caller without a column sees nothing. Linked tables
 * are only read through their parent row, which is scoped itself, so they name `through`.
 */
export type TableScope =
  | 'everyone'
  | 'system'
  | { readonly path: string; readonly customer?: string; readonly device?: string; readonly account?: string }
  | { readonly account: string }
  | { readonly through: readonly [column: string, table: TableName] }

/** What holds for a table. */
interface TableFacts {
  /**
   * The only folder that writes it: a feature, or the platform. Everybody else calls its verbs; reading is free, within the scope.
   * Checked by scripts/check-tables.ts, in SQL text too.
   */
  readonly owner: string
  readonly scope: TableScope
  /** Deleted rows stay, marked, for the history that points at them. */
  readonly marksDeleted?: true
}

/** A table with the column says so, or does not compile. */
type FactsOf<T extends TableName> = TableFacts &
  (Tables[T] extends { deleted_at: unknown } ? { readonly marksDeleted: true } : unknown)

/** Every table: who writes it, who sees its rows, and whether deleted rows stay. A table that is missing here does not compile. */
export const tableFacts: { readonly [T in TableName]: FactsOf<T> } = {
  company: { owner: 'company', scope: { path: 'path' }, marksDeleted: true },
  company_config: { owner: 'company', scope: { path: 'path' } },
  company_count: { owner: 'company', scope: { path: 'path' } },
  company_notice: { owner: 'company', scope: 'system' },
  customer: { owner: 'customer', scope: { path: 'path', customer: 'id' }, marksDeleted: true },
  account: { owner: 'account', scope: { path: 'path', customer: 'customer_id', account: 'id' }, marksDeleted: true },
  role: { owner: 'role', scope: { path: 'path' } },
  menu: { owner: 'menu', scope: 'everyone' },
  role_menu: { owner: 'role', scope: { through: ['role_id', 'role'] } },
  account_role: { owner: 'account', scope: { through: ['account_id', 'account'] } },
  session: { owner: 'access', scope: { account: 'account_id' } },
  captcha: { owner: 'access', scope: 'system' },
  login_failure: { owner: 'access', scope: 'system' },
  login_ticket: { owner: 'access', scope: 'system' },
  login_step: { owner: 'access', scope: 'system' },
  recovery_code: { owner: 'account', scope: 'system' },
  sign_in_address: { owner: 'access', scope: 'system' },
  file: { owner: 'file', scope: { path: 'path', customer: 'customer_id', account: 'account_id' } },
  export_job: { owner: 'platform', scope: { account: 'account_id' } },
  import_job: { owner: 'platform', scope: { account: 'account_id' } },
  import_failure: { owner: 'platform', scope: { through: ['import_id', 'import_job'] } },
  area: { owner: 'area', scope: 'everyone' },
  setting: { owner: 'platform', scope: 'system' },
  api_config: { owner: 'api-config', scope: 'everyone' },
  operator_platform: { owner: 'api-config', scope: { path: 'path' } },
  audit_chain: { owner: 'platform', scope: 'system' },
  audit_log: { owner: 'platform', scope: { path: 'path' } },
  api_log: { owner: 'platform', scope: { path: 'path' } },
  login_log: { owner: 'session', scope: { path: 'path' } },
  live_event: { owner: 'platform', scope: { path: 'path', customer: 'customer_id', account: 'account_id' } },
  process_beat: { owner: 'platform', scope: 'system' },
  listening: { owner: 'ingest', scope: 'system' },
  message: { owner: 'message', scope: { account: 'account_id' } },
  project_type: { owner: 'project', scope: 'everyone' },
  project: { owner: 'project', scope: { path: 'path', customer: 'customer_id' }, marksDeleted: true },
  sign_site: { owner: 'project', scope: { path: 'path', customer: 'customer_id' } },
  device_series: { owner: 'device', scope: 'everyone' },
  device_model: { owner: 'device', scope: 'everyone' },
  gateway: { owner: 'device', scope: { path: 'path', customer: 'customer_id' }, marksDeleted: true },
  device: { owner: 'device', scope: { path: 'path', customer: 'customer_id', device: 'id' }, marksDeleted: true },
  device_user: { owner: 'device', scope: { through: ['device_id', 'device'] } },
  work_order: { owner: 'order', scope: { path: 'path', customer: 'customer_id' }, marksDeleted: true },
  order_engineer: { owner: 'order', scope: { through: ['order_id', 'work_order'] } },
  order_device: { owner: 'order', scope: { through: ['order_id', 'work_order'] } },
  order_sign_in: { owner: 'order', scope: { through: ['order_id', 'work_order'] } },
  order_site: { owner: 'order', scope: { through: ['order_id', 'work_order'] } },
  order_history: { owner: 'order', scope: { through: ['order_id', 'work_order'] } },
  alarm_type: { owner: 'alarm', scope: 'everyone' },
  fault_type: { owner: 'fault', scope: 'everyone' },
  report_param: { owner: 'unknown-report', scope: 'everyone' },
  report: { owner: 'ingest', scope: { through: ['gateway_id', 'gateway'] } },
  gateway_sequence: { owner: 'ingest', scope: 'system' },
  mqtt_log: { owner: 'ingest', scope: { path: 'path' } },
  alarm: { owner: 'alarm', scope: { path: 'path', customer: 'customer_id', device: 'device_id' } },
  alarm_open: { owner: 'alarm', scope: { through: ['alarm_id', 'alarm'] } },
  alarm_journey: { owner: 'alarm', scope: { through: ['alarm_id', 'alarm'] } },
  alarm_mute: { owner: 'alarm', scope: { account: 'account_id' } },
  fault: { owner: 'fault', scope: { path: 'path', customer: 'customer_id', device: 'device_id' } },
  unknown_report: { owner: 'unknown-report', scope: { path: 'path', customer: 'customer_id' } },
}

const facts: Readonly<Record<TableName, TableFacts>> = tableFacts
const names = Object.keys(facts) as TableName[]

export const softDeletedTables: ReadonlySet<TableName> = new Set(names.filter((name) => facts[name].marksDeleted))

/** The owner of every table; `schema_migration` is not one of the query builder's. */
export const tableOwners: Readonly<Record<string, string>> = {
  ...Object.fromEntries(names.map((name) => [name, facts[name].owner])),
  schema_migration: 'platform',
}

/** A file that writes a table of somebody else's, and why it must. */
export const foreignWrites: readonly { readonly file: string; readonly table: TableName; readonly reason: string }[] = [
  {
    file: 'features/account/account.store.ts',
    table: 'company',
    reason:
      'a deleted account leaves the place of the administrator empty in the same transaction; company calls account, so account cannot call company',
  },
]
