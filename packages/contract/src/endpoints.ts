/** Every call of the product, by feature. Only re-exports, so that a page of the console loads only the features that it names. */
export {
  accountEndpoints as account,
  customerAccountEndpoints as customerAccount,
} from './features/people/account/account.endpoints.ts'
export { accountOrderEndpoints as accountOrder } from './features/orders/order/account-order.endpoints.ts'
export { activityEndpoints as activity } from './features/system/activity/activity.endpoints.ts'
export { alarmEndpoints as alarm } from './features/alarms/alarm/alarm.endpoints.ts'
export { alarmDeskEndpoints as alarmDesk } from './features/alarms/alarm-desk/alarm-desk.endpoints.ts'
export { alarmCallEndpoints as alarmCall } from './features/alarms/alarm-call/alarm-call.endpoints.ts'
export { alarmCheckEndpoints as alarmCheck } from './features/alarms/alarm-check/alarm-check.endpoints.ts'
export { alarmFileEndpoints as alarmFile } from './features/overview/alarm-file/alarm-file.endpoints.ts'
export { alarmNoteEndpoints as alarmNote } from './features/alarms/alarm-note/alarm-note.endpoints.ts'
export { alarmTestEndpoints as alarmTest } from './features/notify/alarm-test/alarm-test.endpoints.ts'
export {
  alarmTypeEndpoints as alarmType,
  faultTypeEndpoints as faultType,
} from './features/alarms/signal-type/signal-type.endpoints.ts'
export {
  apiConfigEndpoints as apiConfig,
  operatorPlatformEndpoints as operatorPlatform,
} from './features/base/api-config/api-config.endpoints.ts'
export { appSealEndpoints as appSeal } from './features/base/app-seal/app-seal.endpoints.ts'
export { appDeviceEndpoints as appDevice } from './features/equipment/app-device/app-device.endpoints.ts'
export { areaEndpoints as area, enumEndpoints as enums } from './features/base/area/area.endpoints.ts'
export {
  distributorEndpoints as distributor,
  agentOneEndpoints as agentOne,
  agentTwoEndpoints as agentTwo,
  companyConfigEndpoints as companyConfig,
  companyEndpointsOfAll as company,
} from './features/people/company/company.endpoints.ts'
export { customerEndpoints as customer } from './features/people/customer/customer.endpoints.ts'
export { customerContactEndpoints as customerContact } from './features/people/customer-contact/customer-contact.endpoints.ts'
export { customerSiteEndpoints as customerSite } from './features/equipment/customer-site/customer-site.endpoints.ts'
export { customerContractEndpoints as customerContract } from './features/people/customer-contract/customer-contract.endpoints.ts'
export { homeEndpoints as home } from './features/overview/home/home.endpoints.ts'
export { homeChartEndpoints as homeChart } from './features/overview/home/home-charts.endpoints.ts'
export { dataProjectEndpoints as dataProject } from './features/overview/data-project/data-project.endpoints.ts'
export { dataUserEndpoints as dataUser } from './features/overview/data-user/data-user.endpoints.ts'
export { deviceEndpoints as device } from './features/equipment/device/device.endpoints.ts'
export {
  deviceNotifierEndpoints as deviceNotifier,
  deviceUserEndpoints as deviceUser,
} from './features/equipment/device/device-people.endpoints.ts'
export { devicePresetEndpoints as devicePreset } from './features/equipment/device/device-preset.endpoints.ts'
export {
  deviceCommandEndpoints as deviceCommand,
  sentCommandEndpoints as sentCommand,
} from './features/equipment/device-command/device-command.endpoints.ts'
export {
  deviceSeriesEndpoints as deviceSeries,
  deviceModelEndpoints as deviceModel,
} from './features/equipment/device-model/device-model.endpoints.ts'
export {
  dutyRosterEndpoints as dutyRoster,
  dutyTeamEndpoints as dutyTeam,
  dutyOverrideEndpoints as dutyOverride,
  dutyNoteEndpoints as dutyNote,
} from './features/notify/duty/duty.endpoints.ts'
export { faultEndpoints as fault } from './features/alarms/fault/fault.endpoints.ts'
export { repairStoryEndpoints as repairStory } from './features/orders/repair-story/repair-story.endpoints.ts'
export { faultRepairEndpoints as faultRepair } from './features/orders/fault-repair/fault-repair.endpoints.ts'
export { appVersionEndpoints as appVersion } from './features/people/app-version/app-version.endpoints.ts'
export {
  firmwareEditionEndpoints as firmwareEdition,
  firmwareKeyEndpoints as firmwareKey,
} from './features/equipment/firmware/firmware.endpoints.ts'
export { fileEndpoints as file } from './features/base/file/file.endpoints.ts'
export {
  gatewayEndpoints as gateway,
  gatewayPresetEndpoints as gatewayPreset,
} from './features/equipment/gateway/gateway.endpoints.ts'
export { projectJoinEndpoints as projectJoin } from './features/sites/project-join/project-join.endpoints.ts'
export { handOverEndpoints as handOver } from './features/system/hand-over/hand-over.endpoints.ts'
export {
  largeScreenEndpoints as largeScreen,
  kioskLinkEndpoints as kioskLink,
} from './features/overview/large-screen/large-screen.endpoints.ts'
export { linkedRuleEndpoints as linkedRule } from './features/equipment/linked-rule/linked-rule.endpoints.ts'
export { floorPlanEndpoints as floorPlan } from './features/sites/floor-plan/floor-plan.endpoints.ts'
export { liveEndpoints as live } from './features/system/live/live.endpoints.ts'
export { mapEndpoints as map } from './features/base/map/map.endpoints.ts'
export { menuEndpoints as menu } from './features/base/menu/menu.endpoints.ts'
export { messageEndpoints as message } from './features/base/message/message.endpoints.ts'
export { messageTemplateEndpoints as messageTemplate } from './features/notify/message-template/message-template.endpoints.ts'
export { messageTaskEndpoints as messageTask } from './features/notify/message-task/message-task.endpoints.ts'
export { messageRecordEndpoints as messageRecord } from './features/base/message-record/message-record.endpoints.ts'
export { notificationEndpoints as notification } from './features/notify/notification/notification.endpoints.ts'
export { notificationRunEndpoints as notificationRun } from './features/notify/notification/notification.endpoints.ts'
export { notifyRuleEndpoints as notifyRule } from './features/notify/notify-rule/notify-rule.endpoints.ts'
export {
  installOrderEndpoints as installOrder,
  repairOrderEndpoints as repairOrder,
  inspectOrderEndpoints as inspectOrder,
  maintenanceOrderEndpoints as maintenanceOrder,
} from './features/orders/order/order.endpoints.ts'
export { notifyProviderEndpoints as notifyProvider } from './features/notify/notify-provider/notify-provider.endpoints.ts'
export { pushEndpointEndpoints as pushEndpoint } from './features/partners/push-endpoint/push-endpoint.endpoints.ts'
export { projectPushEndpoints as projectPush } from './features/partners/project-push/project-push.endpoints.ts'
export { pushEndpoints as push } from './features/people/push/push.endpoints.ts'
export { alarmBreachEndpoints as alarmBreach } from './features/alarms/alarm-breach/alarm-breach.endpoints.ts'
export { nuisanceEndpoints as nuisance } from './features/alarms/nuisance/nuisance.endpoints.ts'
export { orderAppEndpoints as orderApp } from './features/orders/order/order-app.endpoints.ts'
export { orderCommonEndpoints as orderCommon } from './features/orders/order/order-common.endpoints.ts'
export { openAccessEndpoints as openAccess } from './features/partners/open-access/open-access.endpoints.ts'
export { openApiEndpoints as openApi } from './features/partners/open-access/open-api.endpoints.ts'
export { orderChecklistEndpoints as orderChecklist } from './features/orders/order-checklist/order-checklist.endpoints.ts'
export { orderPlanEndpoints as orderPlan } from './features/orders/order-plan/order-plan.endpoints.ts'
export {
  projectEndpoints as project,
  projectTypeEndpoints as projectType,
  projectUnionApplyEndpoints as projectUnionApply,
} from './features/sites/project/project.endpoints.ts'
export {
  productTraceEndpoints as productTrace,
  traceLogEndpoints as traceLog,
} from './features/equipment/product-trace/product-trace.endpoints.ts'
export { recallEndpoints as recall } from './features/equipment/recall/recall.endpoints.ts'
export { reportParamEndpoints as reportParam } from './features/equipment/report-param/report-param.endpoints.ts'
export { projectNotifierEndpoints as projectNotifier } from './features/sites/project-notifier/project-notifier.endpoints.ts'
export { projectPersonEndpoints as projectPerson } from './features/sites/project-person/project-person.endpoints.ts'
export { projectDossierEndpoints as projectDossier } from './features/overview/project-dossier/project-dossier.endpoints.ts'
export { projectDocumentEndpoints as projectDocument } from './features/sites/project-document/project-document.endpoints.ts'
export { roleEndpoints as role } from './features/people/role/role.endpoints.ts'
export { searchEndpoints as search } from './features/overview/search/search.endpoints.ts'
export { sessionEndpoints as session } from './features/people/session/session.endpoints.ts'
export { settingsEndpoints as settings } from './features/base/settings/settings.endpoints.ts'
export { setUpEndpoints as setUp } from './features/overview/set-up/set-up.endpoints.ts'
export { signSiteEndpoints as signSite } from './features/sites/sign-site/sign-site.endpoints.ts'
export { systemLogEndpoints as systemLog } from './features/system/system-log/system-log.endpoints.ts'
export {
  unknownDeviceEndpoints as unknownDevice,
  unknownCodeEndpoints as unknownCode,
} from './features/equipment/unknown-report/unknown-report.endpoints.ts'
export {
  upgradeTaskEndpoints as upgradeTask,
  upgradeDeviceEndpoints as upgradeDevice,
  versionCommonEndpoints as versionCommon,
} from './features/equipment/upgrade/upgrade.endpoints.ts'
export { userFeedbackEndpoints as userFeedback } from './features/orders/user-feedback/user-feedback.endpoints.ts'
