import { endpoints } from '@emberwatch/contract'
import { bind } from '../../../platform/http/binding.ts'
import { exportRecords, pageRecords, recordDetail, recordExport } from './message-record.reads.ts'
import { resendRecord } from './resend-record.ts'
import type { Feature } from '../../../platform/feature.ts'

const messageRecordRoutes = bind(endpoints.messageRecord, {
  page: pageRecords,
  detail: recordDetail,
  export: exportRecords,
  resend: resendRecord,
})

export const messageRecordFeature: Feature = {
  name: 'message-record',
  routes: () => messageRecordRoutes,
  exports: { messageRecord: recordExport },
}
