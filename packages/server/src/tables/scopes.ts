import type { TableName } from './index.ts'

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

export const tableScopes: Readonly<Record<TableName, TableScope>> = {
  company: { path: 'path' },
  company_config: { path: 'path' },
  company_count: { path: 'path' },
  company_notice: 'system',
  customer: { path: 'path', customer: 'id' },
  account: { path: 'path', customer: 'customer_id', account: 'id' },
  role: { path: 'path' },
  menu: 'everyone',
  role_menu: { through: ['role_id', 'role'] },
  account_role: { through: ['account_id', 'account'] },
  session: { account: 'account_id' },
  captcha: 'system',
  login_failure: 'system',
  login_ticket: 'system',
  login_step: 'system',
  recovery_code: 'system',
  sign_in_address: 'system',
  file: { path: 'path', customer: 'customer_id', account: 'account_id' },
  export_job: { account: 'account_id' },
  import_job: { account: 'account_id' },
  import_failure: { through: ['import_id', 'import_job'] },
  area: 'everyone',
  setting: 'system',
  api_config: 'everyone',
  operator_platform: { path: 'path' },
  audit_chain: 'system',
  audit_log: { path: 'path' },
  api_log: { path: 'path' },
  login_log: { path: 'path' },
  live_event: { path: 'path', customer: 'customer_id', account: 'account_id' },
  process_beat: 'system',
  listening: 'system',
  message: { account: 'account_id' },
  project_type: 'everyone',
  project: { path: 'path', customer: 'customer_id' },
  sign_site: { path: 'path', customer: 'customer_id' },
  device_series: 'everyone',
  device_model: 'everyone',
  gateway: { path: 'path', customer: 'customer_id' },
  device: { path: 'path', customer: 'customer_id', device: 'id' },
  device_user: { through: ['device_id', 'device'] },
  work_order: { path: 'path', customer: 'customer_id' },
  order_engineer: { through: ['order_id', 'work_order'] },
  order_device: { through: ['order_id', 'work_order'] },
  order_sign_in: { through: ['order_id', 'work_order'] },
  order_site: { through: ['order_id', 'work_order'] },
  order_history: { through: ['order_id', 'work_order'] },
  alarm_type: 'everyone',
  fault_type: 'everyone',
  report_param: 'everyone',
  report: { through: ['gateway_id', 'gateway'] },
  gateway_sequence: 'system',
  mqtt_log: { path: 'path' },
  alarm: { path: 'path', customer: 'customer_id', device: 'device_id' },
  alarm_open: { through: ['alarm_id', 'alarm'] },
  alarm_journey: { through: ['alarm_id', 'alarm'] },
  alarm_mute: { account: 'account_id' },
  fault: { path: 'path', customer: 'customer_id', device: 'device_id' },
  unknown_report: { path: 'path', customer: 'customer_id' },
}
