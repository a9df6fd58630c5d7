/** Every call of the product, by feature. Only re-exports, so that a page of the console loads only the features that it names. */
export { accountEndpoints as account, customerAccountEndpoints as customerAccount } from './features/account/account.endpoints.ts'
export { accountOrderEndpoints as accountOrder } from './features/order/account-order.endpoints.ts'
export { activityEndpoints as activity } from './features/activity/activity.endpoints.ts'
export { alarmEndpoints as alarm } from './features/alarm/alarm.endpoints.ts'
export { alarmDeskEndpoints as alarmDesk } from './features/alarm-desk/alarm-desk.endpoints.ts'
export { alarmCallEndpoints as alarmCall } from './features/alarm-call/alarm-call.endpoints.ts'
export { alarmCheckEndpoints as alarmCheck } from './features/alarm-check/alarm-check.endpoints.ts'
export { alarmFileEndpoints as alarmFile } from './features/alarm-file/alarm-file.endpoints.ts'
export { alarmNoteEndpoints as alarmNote } from './features/alarm-note/alarm-note.endpoints.ts'
export { alarmTestEndpoints as alarmTest } from './features/alarm-test/alarm-test.endpoints.ts'
export { alarmTypeEndpoints as alarmType } from './features/alarm-type/alarm-type.endpoints.ts'
export {
  apiConfigEndpoints as apiConfig,
  operatorPlatformEndpoints as operatorPlatform,
} from './features/api-config/api-config.endpoints.ts'
export { appSealEndpoints as appSeal } from './features/app-seal/app-seal.endpoints.ts'
export { appDeviceEndpoints as appDevice } from './features/app-device/app-device.endpoints.ts'
export { areaEndpoints as area, enumEndpoints as enums } from './features/area/area.endpoints.ts'
export {
  distributorEndpoints as distributor,
  agentOneEndpoints as agentOne,
  agentTwoEndpoints as agentTwo,
  companyConfigEndpoints as companyConfig,
  companyEndpointsOfAll as company,
} from './features/company/company.endpoints.ts'
export { customerEndpoints as customer } from './features/customer/customer.endpoints.ts'
export { customerContactEndpoints as customerContact } from './features/customer-contact/customer-contact.endpoints.ts'
export { customerSiteEndpoints as customerSite } from './features/customer-site/customer-site.endpoints.ts'
export { customerContractEndpoints as customerContract } from './features/customer-contract/customer-contract.endpoints.ts'
export { dataCentreEndpoints as dataCentre } from './features/data-centre/data-centre.endpoints.ts'
export { homeChartEndpoints as homeChart } from './features/data-centre/home-charts.endpoints.ts'
export { dataProjectEndpoints as dataProject } from './features/data-project/data-project.endpoints.ts'
export { dataUserEndpoints as dataUser } from './features/data-user/data-user.endpoints.ts'
export { deviceEndpoints as device } from './features/device/device.endpoints.ts'
export {
  deviceNotifierEndpoints as deviceNotifier,
  deviceUserEndpoints as deviceUser,
} from './features/device/device-people.endpoints.ts'
export { devicePresetEndpoints as devicePreset } from './features/device/device-preset.endpoints.ts'
export {
  deviceCommandEndpoints as deviceCommand,
  sentCommandEndpoints as sentCommand,
} from './features/device-command/device-command.endpoints.ts'
export {
  deviceSeriesEndpoints as deviceSeries,
  deviceModelEndpoints as deviceModel,
} from './features/device-model/device-model.endpoints.ts'
export {
  dutyRosterEndpoints as dutyRoster,
  dutyTeamEndpoints as dutyTeam,
  dutyOverrideEndpoints as dutyOverride,
  dutyNoteEndpoints as dutyNote,
} from './features/duty/duty.endpoints.ts'
export { faultEndpoints as fault } from './features/fault/fault.endpoints.ts'
export { repairStoryEndpoints as repairStory } from './features/repair-story/repair-story.endpoints.ts'
export { faultRepairEndpoints as faultRepair } from './features/fault-repair/fault-repair.endpoints.ts'
export { faultTypeEndpoints as faultType } from './features/fault-type/fault-type.endpoints.ts'
export { appVersionEndpoints as appVersion } from './features/app-version/app-version.endpoints.ts'
export {
  firmwareEditionEndpoints as firmwareEdition,
  firmwareKeyEndpoints as firmwareKey,
} from './features/firmware/firmware.endpoints.ts'
export { fileEndpoints as file } from './features/file/file.endpoints.ts'
export { gatewayEndpoints as gateway, gatewayPresetEndpoints as gatewayPreset } from './features/gateway/gateway.endpoints.ts'
export { projectJoinEndpoints as projectJoin } from './features/project-join/project-join.endpoints.ts'
export { handOverEndpoints as handOver } from './features/hand-over/hand-over.endpoints.ts'
export {
  largeScreenEndpoints as largeScreen,
  kioskLinkEndpoints as kioskLink,
} from './features/large-screen/large-screen.endpoints.ts'
export { linkedRuleEndpoints as linkedRule } from './features/linked-rule/linked-rule.endpoints.ts'
export { floorPlanEndpoints as floorPlan } from './features/floor-plan/floor-plan.endpoints.ts'
export { liveEndpoints as live } from './features/live/live.endpoints.ts'
export { mapEndpoints as map } from './features/map/map.endpoints.ts'
export { menuEndpoints as menu } from './features/menu/menu.endpoints.ts'
export { messageEndpoints as message } from './features/message/message.endpoints.ts'
export { messageTemplateEndpoints as messageTemplate } from './features/message-template/message-template.endpoints.ts'
export { messageTaskEndpoints as messageTask } from './features/message-task/message-task.endpoints.ts'
export { messageRecordEndpoints as messageRecord } from './features/message-record/message-record.endpoints.ts'
export { notificationEndpoints as notification } from './features/notification/notification.endpoints.ts'
export { notificationRunEndpoints as notificationRun } from './features/notification/notification.endpoints.ts'
export { notifyRuleEndpoints as notifyRule } from './features/notify-rule/notify-rule.endpoints.ts'
export {
  installOrderEndpoints as installOrder,
  repairOrderEndpoints as repairOrder,
  inspectOrderEndpoints as inspectOrder,
  maintenanceOrderEndpoints as maintenanceOrder,
} from './features/order/order.endpoints.ts'
export { notifyProviderEndpoints as notifyProvider } from './features/notify-provider/notify-provider.endpoints.ts'
export { pushEndpointEndpoints as pushEndpoint } from './features/push-endpoint/push-endpoint.endpoints.ts'
export { projectPushEndpoints as projectPush } from './features/project-push/project-push.endpoints.ts'
export { pushEndpoints as push } from './features/push/push.endpoints.ts'
export { alarmBreachEndpoints as alarmBreach } from './features/alarm-breach/alarm-breach.endpoints.ts'
export { nuisanceEndpoints as nuisance } from './features/nuisance/nuisance.endpoints.ts'
export { orderAppEndpoints as orderApp } from './features/order/order-app.endpoints.ts'
export { orderCommonEndpoints as orderCommon } from './features/order/order-common.endpoints.ts'
export { openAccessEndpoints as openAccess } from './features/open-access/open-access.endpoints.ts'
export { openApiEndpoints as openApi } from './features/open-access/open-api.endpoints.ts'
export { orderChecklistEndpoints as orderChecklist } from './features/order-checklist/order-checklist.endpoints.ts'
export { orderPlanEndpoints as orderPlan } from './features/order-plan/order-plan.endpoints.ts'
export {
  projectEndpoints as project,
  projectTypeEndpoints as projectType,
  projectUnionApplyEndpoints as projectUnionApply,
} from './features/project/project.endpoints.ts'
export {
  productTraceEndpoints as productTrace,
  traceLogEndpoints as traceLog,
} from './features/product-trace/product-trace.endpoints.ts'
export { recallEndpoints as recall } from './features/recall/recall.endpoints.ts'
export { reportParamEndpoints as reportParam } from './features/report-param/report-param.endpoints.ts'
export { projectNotifierEndpoints as projectNotifier } from './features/project-notifier/project-notifier.endpoints.ts'
export { projectPersonEndpoints as projectPerson } from './features/project-person/project-person.endpoints.ts'
export { projectDossierEndpoints as projectDossier } from './features/project-dossier/project-dossier.endpoints.ts'
export { projectDocumentEndpoints as projectDocument } from './features/project-document/project-document.endpoints.ts'
export { roleEndpoints as role } from './features/role/role.endpoints.ts'
export { searchEndpoints as search } from './features/search/search.endpoints.ts'
export { sessionEndpoints as session } from './features/session/session.endpoints.ts'
export { settingsEndpoints as settings } from './features/settings/settings.endpoints.ts'
export { setUpEndpoints as setUp } from './features/set-up/set-up.endpoints.ts'
export { signSiteEndpoints as signSite } from './features/sign-site/sign-site.endpoints.ts'
export { systemLogEndpoints as systemLog } from './features/system-log/system-log.endpoints.ts'
export {
  unknownDeviceEndpoints as unknownDevice,
  unknownCodeEndpoints as unknownCode,
} from './features/unknown-report/unknown-report.endpoints.ts'
export {
  upgradeTaskEndpoints as upgradeTask,
  upgradeDeviceEndpoints as upgradeDevice,
  versionCommonEndpoints as versionCommon,
} from './features/upgrade/upgrade.endpoints.ts'
export { userFeedbackEndpoints as userFeedback } from './features/user-feedback/user-feedback.endpoints.ts'
