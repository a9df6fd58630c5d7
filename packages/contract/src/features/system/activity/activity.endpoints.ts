import { accountEndpoints, customerAccountEndpoints } from '../../people/account/account.endpoints.ts'
import { alarmEndpoints } from '../../alarms/alarm/alarm.endpoints.ts'
import { faultEndpoints } from '../../alarms/fault/fault.endpoints.ts'
import { gatewayEndpoints } from '../../equipment/gateway/gateway.endpoints.ts'
import { agentOneEndpoints, agentTwoEndpoints, distributorEndpoints } from '../../people/company/company.endpoints.ts'
import { customerEndpoints } from '../../people/customer/customer.endpoints.ts'
import { deviceModelEndpoints } from '../../equipment/device-model/device-model.endpoints.ts'
import { dutyTeamEndpoints } from '../../notify/duty/duty.endpoints.ts'
import { deviceEndpoints } from '../../equipment/device/device.endpoints.ts'
import {
  inspectOrderEndpoints,
  installOrderEndpoints,
  maintenanceOrderEndpoints,
  repairOrderEndpoints,
} from '../../orders/order/order.endpoints.ts'
import { projectEndpoints } from '../../sites/project/project.endpoints.ts'
import { signSiteEndpoints } from '../../sites/sign-site/sign-site.endpoints.ts'
import { upgradeTaskEndpoints } from '../../equipment/upgrade/upgrade.endpoints.ts'
import { userFeedbackEndpoints } from '../../orders/user-feedback/user-feedback.endpoints.ts'
import { auditLogRow } from '../system-log/system-log.schema.ts'
import { endpoint, type Endpoint } from '../../../kernel/endpoint.ts'
import { input, pageInput, pageOf, ref, type Entity, pick } from '../../../kernel/schema.ts'

/** The history of an object: its rows of the audit log, without the columns that only serve to verify the log. */
const activityRow = pick(auditLogRow, ['id', 'at', 'actor', 'ip', 'action', 'objectKind', 'changes', 'result'])

/** No keyword: it would match names that are shown masked. */
const activityInput = (entity: Entity) => {
  const { keyword: _keyword, ...properties } = pageInput({ id: ref(entity) }, ['at']).properties
  return input(properties)
}

/** Anyone who may open an object's page may read its history. */
const activityOf = (path: string, entity: Entity, { access, also, shows = [] }: Endpoint, what: string) =>
  endpoint({
    method: 'GET',
    path: `${path}/activity`,
    access,
    ...(also === undefined ? {} : { also }),
    shows: shows.slice(0, 1),
    input: activityInput(entity),
    output: pageOf(activityRow),
    summary: `What was done to ${what}`,
  })

export const activityEndpoints = {
  account: activityOf('web/account', 'account', accountEndpoints.detail, 'an account'),
  customerAccount: activityOf('web/account/customer', 'account', customerAccountEndpoints.detail, 'a customer’s account'),
  distributor: activityOf('web/distributor', 'company', distributorEndpoints.detail, 'a distributor'),
  agentOne: activityOf('web/agent/one', 'company', agentOneEndpoints.detail, 'a primary agent'),
  agentTwo: activityOf('web/agent/two', 'company', agentTwoEndpoints.detail, 'a secondary agent'),
  customer: activityOf('web/customer', 'customer', customerEndpoints.detail, 'a customer'),
  deviceModel: activityOf('web/deviceModel', 'device_model', deviceModelEndpoints.detail, 'a device model'),
  device: activityOf('web/device', 'device', deviceEndpoints.detail, 'a device'),
  dutyTeam: activityOf('web/duty', 'duty_team', dutyTeamEndpoints.detail, 'a duty team'),
  alarm: activityOf('web/alarmRecord', 'alarm', alarmEndpoints.detail, 'an alarm'),
  fault: activityOf('web/faultRecord', 'fault', faultEndpoints.detail, 'a fault'),
  installOrder: activityOf('web/order/install', 'work_order', installOrderEndpoints.detail, 'an installation order'),
  gateway: activityOf('web/gateway', 'gateway', gatewayEndpoints.detail, 'a gateway'),
  repairOrder: activityOf('web/order/repair', 'work_order', repairOrderEndpoints.detail, 'a repair order'),
  inspectOrder: activityOf('web/order/inspect', 'work_order', inspectOrderEndpoints.detail, 'an inspection order'),
  maintenanceOrder: activityOf('web/order/maintenance', 'work_order', maintenanceOrderEndpoints.detail, 'a maintenance order'),
  project: activityOf('web/project', 'project', projectEndpoints.detail, 'a project'),
  signSite: activityOf('web/signSite', 'sign_site', signSiteEndpoints.detail, 'a sign-in address'),
  upgradeTask: activityOf('web/upgradeTask', 'upgrade_task', upgradeTaskEndpoints.detail, 'an upgrade task'),
  userFeedback: activityOf('web/order/user/feedback', 'user_feedback', userFeedbackEndpoints.feedbackInfo, 'a feedback'),
} as const
