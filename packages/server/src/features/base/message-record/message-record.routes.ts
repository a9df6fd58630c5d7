import { endpoints } from '@emberwatch/contract'
import { bind } from '../../../platform/http/binding.ts'
import { exportRecords, pageRecords, recordDetail } from './message-record.reads.ts'
import { resendRecord } from './resend-record.ts'

export const messageRecordRoutes = bind(endpoints.messageRecord, {
  page: pageRecords,
  detail: recordDetail,
  export: exportRecords,
  resend: resendRecord,
})
