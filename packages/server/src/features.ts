import { accountFeature } from './features/people/account/feature.ts'
import { activityFeature } from './features/system/activity/feature.ts'
import { alarmFeature } from './features/alarms/alarm/feature.ts'
import { alarmDeskFeature } from './features/alarms/alarm-desk/feature.ts'
import { alarmCallFeature } from './features/alarms/alarm-call/feature.ts'
import { alarmCheckFeature } from './features/alarms/alarm-check/feature.ts'
import { alarmFileFeature } from './features/overview/alarm-file/feature.ts'
import { alarmNoteFeature } from './features/alarms/alarm-note/feature.ts'
import { alarmTestFeature } from './features/notify/alarm-test/feature.ts'
import { apiConfigFeature } from './features/base/api-config/feature.ts'
import { appVersionFeature } from './features/people/app-version/feature.ts'
import { appSealFeature } from './features/base/app-seal/feature.ts'
import { appDeviceFeature } from './features/equipment/app-device/feature.ts'
import { appRequestFeature } from './features/base/app-request/feature.ts'
import { areaFeature } from './features/base/area/feature.ts'
import { companyFeature } from './features/people/company/feature.ts'
import { customerFeature } from './features/people/customer/feature.ts'
import { customerContactFeature } from './features/people/customer-contact/feature.ts'
import { customerSiteFeature } from './features/equipment/customer-site/feature.ts'
import { customerContractFeature } from './features/people/customer-contract/feature.ts'
import { homeFeature } from './features/overview/home/feature.ts'
import { dataProjectFeature } from './features/overview/data-project/feature.ts'
import { dataUserFeature } from './features/overview/data-user/feature.ts'
import { gatewayFeature } from './features/equipment/gateway/feature.ts'
import { messageRecordFeature } from './features/base/message-record/feature.ts'
import { deviceFeature } from './features/equipment/device/feature.ts'
import { deviceCommandFeature } from './features/equipment/device-command/feature.ts'
import { deviceModelFeature } from './features/equipment/device-model/feature.ts'
import { dutyFeature } from './features/notify/duty/feature.ts'
import { faultFeature } from './features/alarms/fault/feature.ts'
import { repairStoryFeature } from './features/orders/repair-story/feature.ts'
import { faultRepairFeature } from './features/orders/fault-repair/feature.ts'
import { fileFeature } from './features/base/file/feature.ts'
import { largeScreenFeature } from './features/overview/large-screen/feature.ts'
import { linkedRuleFeature } from './features/equipment/linked-rule/feature.ts'
import { firmwareFeature } from './features/equipment/firmware/feature.ts'
import { floorPlanFeature } from './features/sites/floor-plan/feature.ts'
import { liveFeature } from './features/system/live/feature.ts'
import { mapFeature } from './features/base/map/feature.ts'
import { menuFeature } from './features/base/menu/feature.ts'
import { messageFeature } from './features/base/message/feature.ts'
import { messageTaskFeature } from './features/notify/message-task/feature.ts'
import { messageTemplateFeature } from './features/notify/message-template/feature.ts'
import { notifyRuleFeature } from './features/notify/notify-rule/feature.ts'
import { notificationFeature } from './features/notify/notification/feature.ts'
import { alarmBreachFeature } from './features/alarms/alarm-breach/feature.ts'
import { notifyProviderFeature } from './features/notify/notify-provider/feature.ts'
import { projectPushFeature } from './features/partners/project-push/feature.ts'
import { pushEndpointFeature } from './features/partners/push-endpoint/feature.ts'
import { pushFeature } from './features/people/push/feature.ts'
import { nuisanceFeature } from './features/alarms/nuisance/feature.ts'
import { orderChecklistFeature } from './features/orders/order-checklist/feature.ts'
import { openAccessFeature } from './features/partners/open-access/feature.ts'
import { orderFeature } from './features/orders/order/feature.ts'
import { orderPlanFeature } from './features/orders/order-plan/feature.ts'
import { projectFeature } from './features/sites/project/feature.ts'
import { productTraceFeature } from './features/equipment/product-trace/feature.ts'
import { projectDocumentFeature } from './features/sites/project-document/feature.ts'
import { projectDossierFeature } from './features/overview/project-dossier/feature.ts'
import { projectPersonFeature } from './features/sites/project-person/feature.ts'
import { recallFeature } from './features/equipment/recall/feature.ts'
import { reportParamFeature } from './features/equipment/report-param/feature.ts'
import { projectNotifierFeature } from './features/sites/project-notifier/feature.ts'
import { expiryNoticeFeature } from './features/notify/expiry-notice/feature.ts'
import { projectJoinFeature } from './features/sites/project-join/feature.ts'
import { handOverFeature } from './features/system/hand-over/feature.ts'
import { setUpFeature } from './features/overview/set-up/feature.ts'
import { settingsFeature } from './features/base/settings/feature.ts'
import { roleFeature } from './features/people/role/feature.ts'
import { searchFeature } from './features/overview/search/feature.ts'
import { sessionFeature } from './features/people/session/feature.ts'
import { signalTypeFeature } from './features/alarms/signal-type/feature.ts'
import { signSiteFeature } from './features/sites/sign-site/feature.ts'
import { systemLogFeature } from './features/system/system-log/feature.ts'
import { unknownReportFeature } from './features/equipment/unknown-report/feature.ts'
import { upgradeFeature } from './features/equipment/upgrade/feature.ts'
import { userFeedbackFeature } from './features/orders/user-feedback/feature.ts'
import type { FastifyInstance } from 'fastify'
import type { ExportDefinitions } from './platform/exports.ts'
import type { Feature, JobServices, RouteServices } from './platform/feature.ts'
import type { Binding } from './platform/http/binding.ts'
import type { ImportDefinitions } from './platform/imports/definition.ts'
import type { JobDefinition } from './platform/jobs.ts'
import type { Service, ServiceParts } from './platform/service.ts'

/** Every feature of the product. Ingest is not among them: it brings the broker that services of features send with (app.ts). */
export const features: readonly Feature[] = [
  accountFeature,
  activityFeature,
  alarmFeature,
  alarmDeskFeature,
  alarmCallFeature,
  alarmCheckFeature,
  alarmFileFeature,
  alarmNoteFeature,
  alarmTestFeature,
  apiConfigFeature,
  appDeviceFeature,
  appSealFeature,
  appVersionFeature,
  appRequestFeature,
  areaFeature,
  companyFeature,
  customerFeature,
  customerContactFeature,
  customerSiteFeature,
  customerContractFeature,
  homeFeature,
  dataProjectFeature,
  dataUserFeature,
  deviceFeature,
  gatewayFeature,
  deviceCommandFeature,
  deviceModelFeature,
  dutyFeature,
  faultFeature,
  faultRepairFeature,
  repairStoryFeature,
  fileFeature,
  largeScreenFeature,
  linkedRuleFeature,
  firmwareFeature,
  floorPlanFeature,
  liveFeature,
  mapFeature,
  menuFeature,
  messageFeature,
  messageRecordFeature,
  messageTaskFeature,
  messageTemplateFeature,
  notifyRuleFeature,
  notificationFeature,
  alarmBreachFeature,
  notifyProviderFeature,
  pushFeature,
  pushEndpointFeature,
  projectPushFeature,
  nuisanceFeature,
  openAccessFeature,
  orderChecklistFeature,
  orderFeature,
  orderPlanFeature,
  projectFeature,
  productTraceFeature,
  recallFeature,
  reportParamFeature,
  projectNotifierFeature,
  projectPersonFeature,
  projectDocumentFeature,
  projectDossierFeature,
  roleFeature,
  handOverFeature,
  projectJoinFeature,
  expiryNoticeFeature,
  settingsFeature,
  setUpFeature,
  searchFeature,
  sessionFeature,
  signalTypeFeature,
  signSiteFeature,
  systemLogFeature,
  unknownReportFeature,
  upgradeFeature,
  userFeedbackFeature,
]

export const routesOf = (services: RouteServices): Binding[] => features.flatMap(({ routes }) => [...(routes?.(services) ?? [])])

const exports: ExportDefinitions = Object.assign({}, ...features.map((feature) => feature.exports))
const imports: ImportDefinitions = Object.assign({}, ...features.map((feature) => feature.imports))

export const jobsOf = (services: Omit<JobServices, 'exports' | 'imports'>): JobDefinition[] =>
  features.flatMap(({ jobs }) => [...(jobs?.({ ...services, exports, imports }) ?? [])])

export const servicesOf = (parts: ServiceParts): Service[] => features.flatMap(({ services }) => [...(services?.(parts) ?? [])])

/** Adds the addresses of features that are no calls of the contract. */
export const registerFeatureHttp = (server: FastifyInstance, parts: ServiceParts): void => {
  for (const { http } of features) http?.(server, parts)
}
