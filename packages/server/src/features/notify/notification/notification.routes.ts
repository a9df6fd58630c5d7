import { endpoints } from '@emberwatch/contract'
import { bind } from '../../../platform/http/binding.ts'
import { escalateRun } from './escalate-by-hand.ts'
import { escalationOf, faultEscalationOf } from './notification.reads.ts'
import { previewCall, previewTypes } from './preview-call.ts'

export const notificationRoutes = [
  ...bind(endpoints.notification, { preview: previewCall, previewTypes }),
  ...bind(endpoints.notificationRun, { escalation: escalationOf, faultEscalation: faultEscalationOf, escalate: escalateRun }),
]
