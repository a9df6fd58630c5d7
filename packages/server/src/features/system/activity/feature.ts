import { endpoints } from '@emberwatch/contract'
import { bind } from '../../../platform/http/binding.ts'
import {
  accountActivity,
  alarmActivity,
  companyActivity,
  customerAccountActivity,
  customerActivity,
  deviceActivity,
  deviceModelActivity,
  dutyTeamActivity,
  faultActivity,
  gatewayActivity,
  orderActivity,
  projectActivity,
  signSiteActivity,
  upgradeTaskActivity,
  userFeedbackActivity,
} from './activity.reads.ts'
import type { Feature } from '../../../platform/feature.ts'

const activityRoutes = bind(endpoints.activity, {
  account: accountActivity,
  customerAccount: customerAccountActivity,
  distributor: companyActivity('distributor'),
  agentOne: companyActivity('agent_one'),
  agentTwo: companyActivity('agent_two'),
  customer: customerActivity,
  deviceModel: deviceModelActivity,
  device: deviceActivity,
  dutyTeam: dutyTeamActivity,
  gateway: gatewayActivity,
  alarm: alarmActivity,
  fault: faultActivity,
  installOrder: orderActivity('install'),
  repairOrder: orderActivity('repair'),
  inspectOrder: orderActivity('inspect'),
  maintenanceOrder: orderActivity('maintenance'),
  project: projectActivity,
  signSite: signSiteActivity,
  upgradeTask: upgradeTaskActivity,
  userFeedback: userFeedbackActivity,
})

export const activityFeature: Feature = {
  name: 'activity',
  routes: () => activityRoutes,
}
