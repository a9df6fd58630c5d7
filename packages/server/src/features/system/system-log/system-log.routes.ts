import { endpoints } from '@emberwatch/contract'
import { bind } from '../../../platform/http/binding.ts'
import { exportApiLog, pageApiLog } from './api-log.reads.ts'
import { exportAuditLog, pageAuditLog } from './audit-log.reads.ts'
import { exportLoginLog, pageLoginLog } from './login-log.reads.ts'
import { exportMqttLog, pageMqttLog } from './mqtt-log.reads.ts'
import { verifyChains } from './verify-chains.ts'

export const systemLogRoutes = bind(endpoints.systemLog, {
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
