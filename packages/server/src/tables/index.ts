import type * as calls from './calls.tables.ts'
import type * as imports from './imports.tables.ts'
import type * as people from './people.tables.ts'
import type * as records from './records.tables.ts'
import type * as reports from './reports.tables.ts'
import type * as sites from './sites.tables.ts'

/** Every table, for the query builder. */
export interface Tables {
  company: people.CompanyTable
  company_config: people.CompanyConfigTable
  company_count: people.CompanyCountTable
  company_notice: people.CompanyNoticeTable
  customer: people.CustomerTable
  account: people.AccountTable
  role: people.RoleTable
  menu: people.MenuTable
  role_menu: people.RoleMenuTable
  account_role: people.AccountRoleTable
  session: people.SessionTable
  captcha: people.CaptchaTable
  login_failure: people.LoginFailureTable
  login_ticket: people.LoginTicketTable
  login_step: people.LoginStepTable
  recovery_code: people.RecoveryCodeTable
  sign_in_address: people.SignInAddressTable
  file: people.FileTable
  export_job: people.ExportJobTable
  import_job: imports.ImportJobTable
  import_failure: imports.ImportFailureTable
  area: people.AreaTable
  setting: records.SettingTable
  api_config: calls.ApiConfigTable
  operator_platform: calls.OperatorPlatformTable
  audit_chain: records.AuditChainTable
  audit_log: records.AuditLogTable
  api_log: records.ApiLogTable
  login_log: records.LoginLogTable
  live_event: records.LiveEventTable
  process_beat: records.ProcessBeatTable
  listening: records.ListeningTable
  message: records.MessageTable
  project_type: sites.ProjectTypeTable
  project: sites.ProjectTable
  sign_site: sites.SignSiteTable
  device_series: sites.DeviceSeriesTable
  device_model: sites.DeviceModelTable
  gateway: sites.GatewayTable
  device: sites.DeviceTable
  device_user: sites.DeviceUserTable
  work_order: sites.WorkOrderTable
  order_engineer: sites.OrderEngineerTable
  order_device: sites.OrderDeviceTable
  order_site: sites.OrderSiteTable
  order_sign_in: sites.OrderSignInTable
  order_history: sites.OrderHistoryTable
  alarm_type: reports.AlarmTypeTable
  fault_type: reports.FaultTypeTable
  report_param: reports.ReportParamTable
  report: reports.ReportTable
  gateway_sequence: reports.GatewaySequenceTable
  mqtt_log: reports.MqttLogTable
  alarm: reports.AlarmTable
  alarm_open: reports.AlarmOpenTable
  alarm_journey: reports.AlarmJourneyTable
  alarm_mute: reports.AlarmMuteTable
  fault: reports.FaultTable
  unknown_report: reports.UnknownReportTable
}

export type TableName = keyof Tables
