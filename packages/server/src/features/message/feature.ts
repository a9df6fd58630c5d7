import type { Feature } from '../../platform/feature.ts'
import { recordExport } from './message-record.reads.ts'
import { messageRecordRoutes } from './message-record.routes.ts'
import { messageRoutes } from './message.routes.ts'

export const messageFeature: Feature = {
  name: 'message',
  routes: () => [...messageRoutes, ...messageRecordRoutes],
  exports: { messageRecord: recordExport },
  liveKinds: ['message'],
}
