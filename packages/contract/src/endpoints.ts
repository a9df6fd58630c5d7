import { accountEndpoints, customerAccountEndpoints } from './features/account/account.endpoints.ts'
import { activityEndpoints } from './features/activity/activity.endpoints.ts'
import { alarmEndpoints } from './features/alarm/alarm.endpoints.ts'
import { apiConfigEndpoints, operatorPlatformEndpoints } from './features/api-config/api-config.endpoints.ts'
import { areaEndpoints, enumEndpoints } from './features/area/area.endpoints.ts'
import {
  agentOneEndpoints,
  agentTwoEndpoints,
  companyConfigEndpoints,
  distributorEndpoints,
} from './features/company/company.endpoints.ts'
import { customerEndpoints } from './features/customer/customer.endpoints.ts'
import { dataCentreEndpoints } from './features/data-centre/data-centre.endpoints.ts'
import { deviceEndpoints } from './features/device/device.endpoints.ts'
import { faultEndpoints } from './features/fault/fault.endpoints.ts'
import { fileEndpoints } from './features/file/file.endpoints.ts'
import { liveEndpoints } from './features/live/live.endpoints.ts'
import { menuEndpoints } from './features/menu/menu.endpoints.ts'
import { messageEndpoints } from './features/message/message.endpoints.ts'
import { orderAppEndpoints, orderCommonEndpoints, repairOrderEndpoints } from './features/order/order.endpoints.ts'
import { projectEndpoints } from './features/project/project.endpoints.ts'
import { roleEndpoints } from './features/role/role.endpoints.ts'
import { searchEndpoints } from './features/search/search.endpoints.ts'
import { sessionEndpoints } from './features/session/session.endpoints.ts'
import { systemLogEndpoints } from './features/system-log/system-log.endpoints.ts'
import { unknownCodeEndpoints, unknownDeviceEndpoints } from './features/unknown-report/unknown-report.endpoints.ts'
import type { Endpoint } from './kernel/endpoint.ts'

// What else server and console share of a feature: its rows and inputs, its states.
export * from './features/account/account.schema.ts'
export * from './features/alarm/alarm.code.ts'
export * from './features/alarm/alarm.schema.ts'
export * from './features/alarm/alarm.states.ts'
export * from './features/api-config/api-config.schema.ts'
export * from './features/company/company.schema.ts'
export * from './features/customer/customer.schema.ts'
export * from './features/data-centre/data-centre.endpoints.ts'
export * from './features/fault/fault.schema.ts'
export * from './features/fault/fault.states.ts'
export * from './features/file/file.schema.ts'
export * from './features/file/import.schema.ts'
export * from './features/live/live.endpoints.ts'
export * from './features/menu/menu.schema.ts'
export * from './features/message/message.endpoints.ts'
export * from './features/order/order.schema.ts'
export * from './features/order/order.states.ts'
export * from './features/role/role.schema.ts'
export * from './features/search/search.schema.ts'
export * from './features/session/session.schema.ts'
export * from './features/system-log/system-log.schema.ts'
export * from './features/unknown-report/unknown-report.schema.ts'

/** Every call of the product, by feature. */
export const endpoints = {
  session: sessionEndpoints,
  role: roleEndpoints,
  menu: menuEndpoints,
  distributor: distributorEndpoints,
  agentOne: agentOneEndpoints,
  agentTwo: agentTwoEndpoints,
  companyConfig: companyConfigEndpoints,
  account: accountEndpoints,
  customerAccount: customerAccountEndpoints,
  customer: customerEndpoints,
  systemLog: systemLogEndpoints,
  activity: activityEndpoints,
  apiConfig: apiConfigEndpoints,
  operatorPlatform: operatorPlatformEndpoints,
  alarm: alarmEndpoints,
  fault: faultEndpoints,
  unknownDevice: unknownDeviceEndpoints,
  unknownCode: unknownCodeEndpoints,
  repairOrder: repairOrderEndpoints,
  orderCommon: orderCommonEndpoints,
  orderApp: orderAppEndpoints,
  dataCentre: dataCentreEndpoints,
  message: messageEndpoints,
  project: projectEndpoints,
  device: deviceEndpoints,
  file: fileEndpoints,
  area: areaEndpoints,
  enums: enumEndpoints,
  live: liveEndpoints,
  search: searchEndpoints,
} as const

/** The same as a flat list, each with its `feature.name`. */
export const allEndpoints: readonly { name: string; entry: Endpoint }[] = Object.entries(endpoints).flatMap(
  ([feature, entries]) => Object.entries(entries).map(([name, entry]) => ({ name: `${feature}.${name}`, entry })),
)
