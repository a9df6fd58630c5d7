import type { TableName } from '../../../tables/index.ts'

interface FileReference {
  readonly table: TableName
  readonly column: string
  /** The column holds several ids. */
  readonly several?: true
}

/**
 * Every column that holds the id of a stored file. A file that none of them refers to is deleted (clean-up.ts), so a new
 * column must be added here.
 */
export const fileReferences: readonly FileReference[] = [
  { table: 'account', column: 'avatar' },
  { table: 'company', column: 'licence_file' },
  { table: 'company_config', column: 'big_features' },
  { table: 'company_config', column: 'small_features' },
  { table: 'company_config', column: 'login_logo' },
  { table: 'company_config', column: 'login_bg_logo' },
  { table: 'customer_contract', column: 'files', several: true },
  { table: 'app_version', column: 'file_id' },
  { table: 'device_series', column: 'image' },
  { table: 'device_model', column: 'manual_file' },
  { table: 'firmware_edition', column: 'file_id' },
  { table: 'firmware_edition', column: 'attachments', several: true },
  { table: 'floor_plan', column: 'image' },
  { table: 'project_document', column: 'files', several: true },
  { table: 'alarm_note', column: 'photos', several: true },
  { table: 'alarm_note', column: 'videos', several: true },
  { table: 'alarm_closing', column: 'photos', several: true },
  { table: 'alarm_file', column: 'file_id' },
  { table: 'work_order', column: 'photos', several: true },
  { table: 'work_order', column: 'complete_photos', several: true },
  { table: 'work_order', column: 'signature_image' },
  { table: 'order_check', column: 'photos', several: true },
  { table: 'order_device', column: 'photos', several: true },
  { table: 'user_feedback', column: 'photos', several: true },
  // Files of a message are those of its task.
  { table: 'message_task', column: 'files', several: true },
  { table: 'export_job', column: 'file_id' },
  { table: 'import_job', column: 'file_id' },
  { table: 'import_job', column: 'failed_file_id' },
  { table: 'import_job', column: 'password_file_id' },
]
