import type { Feature } from '../../../platform/feature.ts'
import { recordExport } from './message-record.reads.ts'
import { messageRecordRoutes } from './message-record.routes.ts'

export const messageRecordFeature: Feature = {
  name: 'message-record',
  routes: () => messageRecordRoutes,
  exports: { messageRecord: recordExport },
}
