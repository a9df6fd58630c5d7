import { endpoints } from '@emberwatch/contract'
import { bind } from '../../platform/http/binding.ts'
import {
  accountActivity,
  alarmActivity,
  customerAccountActivity,
  customerActivity,
  deviceActivity,
  gatewayActivity,
  orderActivity,
  projectActivity,
  userFeedbackActivity,
} from './activity.reads.ts'

export const activityRoutes = bind(endpoints.activity, {
  account: accountActivity,
  customerAccount: customerAccountActivity,
  customer: customerActivity,
  device: deviceActivity,
  gateway: gatewayActivity,
  alarm: alarmActivity,
  installOrder: orderActivity('install'),
  repairOrder: orderActivity('repair'),
  inspectOrder: orderActivity('inspect'),
  maintenanceOrder: orderActivity('maintenance'),
  project: projectActivity,
  userFeedback: userFeedbackActivity,
})
