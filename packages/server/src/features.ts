import { accountFeature } from './features/account/feature.ts'
import { activityFeature } from './features/activity/feature.ts'
import { alarmFeature } from './features/alarm/feature.ts'
import { alarmDeskFeature } from './features/alarm-desk/feature.ts'
import { alarmCallFeature } from './features/alarm-call/feature.ts'
import { alarmCheckFeature } from './features/alarm-check/feature.ts'
import { alarmFileFeature } from './features/alarm-file/feature.ts'
import { alarmNoteFeature } from './features/alarm-note/feature.ts'
import { alarmTestFeature } from './features/alarm-test/feature.ts'
import { alarmTypeFeature } from './features/alarm-type/feature.ts'
import { apiConfigFeature } from './features/api-config/feature.ts'
import { appVersionFeature } from './features/app-version/feature.ts'
import { appSealFeature } from './features/app-seal/feature.ts'
import { appDeviceFeature } from './features/app-device/feature.ts'
import { appRequestFeature } from './features/app-request/feature.ts'
import { areaFeature } from './features/area/feature.ts'
import { companyFeature } from './features/company/feature.ts'
import { customerFeature } from './features/customer/feature.ts'
import { customerContactFeature } from './features/customer-contact/feature.ts'
import { customerSiteFeature } from './features/customer-site/feature.ts'
import { customerContractFeature } from './features/customer-contract/feature.ts'
import { dataCentreFeature } from './features/data-centre/feature.ts'
import { dataProjectFeature } from './features/data-project/feature.ts'
import { dataUserFeature } from './features/data-user/feature.ts'
import { gatewayFeature } from './features/gateway/feature.ts'
import { messageRecordFeature } from './features/message-record/feature.ts'
import { deviceFeature } from './features/device/feature.ts'
import { deviceCommandFeature } from './features/device-command/feature.ts'
import { deviceModelFeature } from './features/device-model/feature.ts'
import { dutyFeature } from './features/duty/feature.ts'
import { faultFeature } from './features/fault/feature.ts'
import { repairStoryFeature } from './features/repair-story/feature.ts'
import { faultRepairFeature } from './features/fault-repair/feature.ts'
import { faultTypeFeature } from './features/fault-type/feature.ts'
import { fileFeature } from './features/file/feature.ts'
import { largeScreenFeature } from './features/large-screen/feature.ts'
import { linkedRuleFeature } from './features/linked-rule/feature.ts'
import { firmwareFeature } from './features/firmware/feature.ts'
import { floorPlanFeature } from './features/floor-plan/feature.ts'
import { liveFeature } from './features/live/feature.ts'
import { mapFeature } from './features/map/feature.ts'
import { menuFeature } from './features/menu/feature.ts'
import { messageFeature } from './features/message/feature.ts'
import { messageTaskFeature } from './features/message-task/feature.ts'
import { messageTemplateFeature } from './features/message-template/feature.ts'
import { notifyRuleFeature } from './features/notify-rule/feature.ts'
import { notificationFeature } from './features/notification/feature.ts'
import { alarmBreachFeature } from './features/alarm-breach/feature.ts'
import { notifyProviderFeature } from './features/notify-provider/feature.ts'
import { projectPushFeature } from './features/project-push/feature.ts'
import { pushEndpointFeature } from './features/push-endpoint/feature.ts'
import { pushFeature } from './features/push/feature.ts'
import { nuisanceFeature } from './features/nuisance/feature.ts'
import { orderChecklistFeature } from './features/order-checklist/feature.ts'
import { openAccessFeature } from './features/open-access/feature.ts'
import { orderFeature } from './features/order/feature.ts'
import { orderPlanFeature } from './features/order-plan/feature.ts'
import { projectFeature } from './features/project/feature.ts'
import { productTraceFeature } from './features/product-trace/feature.ts'
import { projectDocumentFeature } from './features/project-document/feature.ts'
import { projectDossierFeature } from './features/project-dossier/feature.ts'
import { projectPersonFeature } from './features/project-person/feature.ts'
import { recallFeature } from './features/recall/feature.ts'
import { reportParamFeature } from './features/report-param/feature.ts'
import { projectNotifierFeature } from './features/project-notifier/feature.ts'
import { expiryNoticeFeature } from './features/expiry-notice/feature.ts'
import { projectJoinFeature } from './features/project-join/feature.ts'
import { handOverFeature } from './features/hand-over/feature.ts'
import { setUpFeature } from './features/set-up/feature.ts'
import { settingsFeature } from './features/settings/feature.ts'
import { roleFeature } from './features/role/feature.ts'
import { searchFeature } from './features/search/feature.ts'
import { sessionFeature } from './features/session/feature.ts'
import { signSiteFeature } from './features/sign-site/feature.ts'
import { systemLogFeature } from './features/system-log/feature.ts'
import { unknownReportFeature } from './features/unknown-report/feature.ts'
import { upgradeFeature } from './features/upgrade/feature.ts'
import { userFeedbackFeature } from './features/user-feedback/feature.ts'
import type { ExportDefinitions } from './platform/exports.ts'
import type { Feature, JobServices, RouteServices } from './platform/feature.ts'
import type { Binding } from './platform/http/binding.ts'
import type { ImportDefinitions } from './platform/imports/definition.ts'
import type { JobDefinition } from './platform/jobs.ts'

/** Every feature of the product. app.ts starts ingest, because it has its own connections. */
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
  alarmTypeFeature,
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
  dataCentreFeature,
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
  faultTypeFeature,
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
