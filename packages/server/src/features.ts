import { accountExport } from './features/account/account.reads.ts'
import { accountImport } from './features/account/import-accounts.ts'
import { accountRoutes, customerAccountRoutes } from './features/account/account.routes.ts'
import { activityRoutes } from './features/activity/activity.routes.ts'
import { alarmExport } from './features/alarm/alarm.reads.ts'
import { alarmRoutes } from './features/alarm/alarm.routes.ts'
import { apiConfigExport } from './features/api-config/api-config.reads.ts'
import { operatorPlatformExport } from './features/api-config/operator-platform.reads.ts'
import { apiConfigRoutes, operatorPlatformRoutes } from './features/api-config/api-config.routes.ts'
import { areaRoutes, enumRoutes } from './features/area/area.routes.ts'
import { companyJobs } from './features/company/company.jobs.ts'
import { companyExportOf } from './features/company/company.reads.ts'
import { companyRoutes } from './features/company/company.routes.ts'
import { customerExport } from './features/customer/customer.reads.ts'
import { customerRoutes } from './features/customer/customer.routes.ts'
import { customerImport } from './features/customer/import-customers.ts'
import { dataCentreRoutes } from './features/data-centre/data-centre.routes.ts'
import { deviceRoutes } from './features/device/device.routes.ts'
import { faultExport } from './features/fault/fault.reads.ts'
import { faultRoutes } from './features/fault/fault.routes.ts'
import { fileJobs } from './features/file/file.jobs.ts'
import { fileRoutes } from './features/file/file.routes.ts'
import { liveRoutes } from './features/live/live.routes.ts'
import { menuExport } from './features/menu/menu.reads.ts'
import { menuRoutes } from './features/menu/menu.routes.ts'
import { messageRoutes } from './features/message/message.routes.ts'
import { orderAppRoutes, orderCommonRoutes, repairOrderRoutes } from './features/order/order.routes.ts'
import { orderExport } from './features/order/order.reads.ts'
import { projectRoutes } from './features/project/project.routes.ts'
import { roleExport } from './features/role/role.reads.ts'
import { roleRoutes } from './features/role/role.routes.ts'
import { searchRoutes } from './features/search/search.routes.ts'
import { sessionRoutes } from './features/session/session.routes.ts'
import { apiLogExport } from './features/system-log/api-log.reads.ts'
import { auditLogExport } from './features/system-log/audit-log.reads.ts'
import { loginLogExport } from './features/system-log/login-log.reads.ts'
import { mqttLogExport } from './features/system-log/mqtt-log.reads.ts'
import { systemLogRoutes } from './features/system-log/system-log.routes.ts'
import { unknownCodeExport, unknownDeviceExport } from './features/unknown-report/unknown-report.reads.ts'
import { unknownReportRoutes } from './features/unknown-report/unknown-report.routes.ts'
import type { ExportDefinitions } from './platform/exports.ts'
import type { Health } from './platform/health.ts'
import type { Binding } from './platform/http/binding.ts'
import type { ImportDefinitions } from './platform/imports.ts'
import type { LiveHub } from './platform/live-hub.ts'

/** Every route of the product. */
export const routesOf = (hub: LiveHub, health: Health): Binding[] => [
  ...sessionRoutes,
  ...roleRoutes,
  ...menuRoutes,
  ...systemLogRoutes,
  ...activityRoutes,
  ...apiConfigRoutes,
  ...operatorPlatformRoutes,
  ...companyRoutes,
  ...accountRoutes,
  ...customerAccountRoutes,
  ...customerRoutes,
  ...alarmRoutes,
  ...faultRoutes,
  ...unknownReportRoutes,
  ...repairOrderRoutes,
  ...orderCommonRoutes,
  ...orderAppRoutes,
  ...dataCentreRoutes,
  ...messageRoutes,
  ...projectRoutes,
  ...deviceRoutes,
  ...fileRoutes,
  ...areaRoutes,
  ...enumRoutes,
  ...liveRoutes(hub, health),
  ...searchRoutes,
]

/** Every list that can be exported, by the name its `export` verb passes on. */
export const exportDefinitions: ExportDefinitions = {
  role: roleExport,
  distributor: companyExportOf('distributor'),
  agentOne: companyExportOf('agent_one'),
  agentTwo: companyExportOf('agent_two'),
  account: accountExport,
  customer: customerExport,
  alarm: alarmExport,
  fault: faultExport,
  unknownDevice: unknownDeviceExport,
  unknownCode: unknownCodeExport,
  repairOrder: orderExport,
  apiLog: apiLogExport,
  mqttLog: mqttLogExport,
  loginLog: loginLogExport,
  auditLog: auditLogExport,
  menu: menuExport,
  apiConfig: apiConfigExport,
  operatorPlatform: operatorPlatformExport,
}

/** Every list that can be imported. */
export const importDefinitions: ImportDefinitions = { account: accountImport, customer: customerImport }

export { companyJobs, fileJobs }
