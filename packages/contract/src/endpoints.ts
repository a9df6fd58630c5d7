/** Every call of the product, by feature. Only re-exports, so that a page of the console loads the features that it names. */
export { accountEndpoints as account, customerAccountEndpoints as customerAccount } from './features/account/account.endpoints.ts'
export { activityEndpoints as activity } from './features/activity/activity.endpoints.ts'
export { alarmEndpoints as alarm } from './features/alarm/alarm.endpoints.ts'
export {
  apiConfigEndpoints as apiConfig,
  operatorPlatformEndpoints as operatorPlatform,
} from './features/api-config/api-config.endpoints.ts'
export { areaEndpoints as area, enumEndpoints as enums } from './features/area/area.endpoints.ts'
export {
  distributorEndpoints as distributor,
  agentOneEndpoints as agentOne,
  agentTwoEndpoints as agentTwo,
  companyConfigEndpoints as companyConfig,
} from './features/company/company.endpoints.ts'
export { customerEndpoints as customer } from './features/customer/customer.endpoints.ts'
export { dataCentreEndpoints as dataCentre } from './features/data-centre/data-centre.endpoints.ts'
export { deviceEndpoints as device } from './features/device/device.endpoints.ts'
export { faultEndpoints as fault } from './features/fault/fault.endpoints.ts'
export { fileEndpoints as file } from './features/file/file.endpoints.ts'
export { liveEndpoints as live } from './features/live/live.endpoints.ts'
export { menuEndpoints as menu } from './features/menu/menu.endpoints.ts'
export { messageEndpoints as message } from './features/message/message.endpoints.ts'
export {
  repairOrderEndpoints as repairOrder,
  orderCommonEndpoints as orderCommon,
  orderAppEndpoints as orderApp,
} from './features/order/order.endpoints.ts'
export { projectEndpoints as project } from './features/project/project.endpoints.ts'
export { roleEndpoints as role } from './features/role/role.endpoints.ts'
export { searchEndpoints as search } from './features/search/search.endpoints.ts'
export { sessionEndpoints as session } from './features/session/session.endpoints.ts'
export { systemLogEndpoints as systemLog } from './features/system-log/system-log.endpoints.ts'
export {
  unknownDeviceEndpoints as unknownDevice,
  unknownCodeEndpoints as unknownCode,
} from './features/unknown-report/unknown-report.endpoints.ts'
