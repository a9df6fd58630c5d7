import { endpoints } from '@emberwatch/contract'
import { bind } from '../../../platform/http/binding.ts'
import { exportApiLog, pageApiLog, apiLogExport } from './api-log.reads.ts'
import { exportAuditLog, pageAuditLog, auditLogExport } from './audit-log.reads.ts'
import { exportLoginLog, pageLoginLog, loginLogExport } from './login-log.reads.ts'
import { exportMqttLog, pageMqttLog, mqttLogExport } from './mqtt-log.reads.ts'
import { verifyChains } from './verify-chains.ts'
import type { Feature } from '../../../platform/feature.ts'

const systemLogRoutes = bind(endpoints.systemLog, {
  api: pageApiLog,
  mqtt: pageMqttLog,
  login: pageLoginLog,
  audit: pageAuditLog,
  verify: verifyChains,
  exportApi: exportApiLog,
  exportMqtt: exportMqttLog,
  exportLogin: exportLoginLog,
  exportAudit: exportAuditLog,
})

export const systemLogFeature: Feature = {
  name: 'system-log',
  routes: () => systemLogRoutes,
  exports: { apiLog: apiLogExport, auditLog: auditLogExport, loginLog: loginLogExport, mqttLog: mqttLogExport },
}
