import type { Feature } from '../../../platform/feature.ts'
import { apiLogExport } from './api-log.reads.ts'
import { auditLogExport } from './audit-log.reads.ts'
import { loginLogExport } from './login-log.reads.ts'
import { mqttLogExport } from './mqtt-log.reads.ts'
import { systemLogRoutes } from './system-log.routes.ts'

export const systemLogFeature: Feature = {
  name: 'system-log',
  routes: () => systemLogRoutes,
  exports: { apiLog: apiLogExport, auditLog: auditLogExport, loginLog: loginLogExport, mqttLog: mqttLogExport },
}
