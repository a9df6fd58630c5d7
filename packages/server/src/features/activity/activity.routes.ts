import { endpoints } from '@emberwatch/contract'
import { bind } from '../../platform/http/binding.ts'
import {
  accountActivity,
  alarmActivity,
  customerAccountActivity,
  customerActivity,
  deviceActivity,
  deviceModelActivity,
  gatewayActivity,
  orderActivity,
  projectActivity,
  signSiteActivity,
  userFeedbackActivity,
} from './activity.reads.ts'

export const activityRoutes = bind(endpoints.activity, {
  account: accountActivity,
  customerAccount: customerAccountActivity,
  customer: customerActivity,
  deviceModel: deviceModelActivity,
  device: deviceActivity,
  gateway: gatewayActivity,
  alarm: alarmActivity,
  installOrder: orderActivity('install'),
  repairOrder: orderActivity('repair'),
  inspectOrder: orderActivity('inspect'),
  maintenanceOrder: orderActivity('maintenance'),
  project: projectActivity,
  signSite: signSiteActivity,
  userFeedback: userFeedbackActivity,
})
