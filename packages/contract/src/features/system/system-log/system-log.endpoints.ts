import { mqttLogRow } from '../../equipment/gateway/mqtt-log.schema.ts'
import { about, endpoint } from '../../../kernel/endpoint.ts'
import { exportInput, exportStarted } from '../../base/file/file.schema.ts'
import { noInput, pageOf } from '../../../kernel/schema.ts'
import {
  apiLogPageInput,
  apiLogRow,
  auditLogPageInput,
  auditLogRow,
  auditVerdict,
  loginLogPageInput,
  loginLogRow,
  mqttLogPageInput,
} from './system-log.schema.ts'

export const systemLogEndpoints = about([], {
  api: endpoint({
    method: 'GET',
    path: 'web/log/api/page',
    access: 'log:view',
    input: apiLogPageInput,
    output: pageOf(apiLogRow),
    summary: 'Calls',
  }),
  mqtt: endpoint({
    method: 'GET',
    path: 'web/log/mqtt/page',
    access: 'log:view',
    input: mqttLogPageInput,
    output: pageOf(mqttLogRow),
    summary: 'Malformed and notable messages of gateways',
  }),
  login: endpoint({
    method: 'GET',
    path: 'web/log/login/page',
    access: 'log:view',
    input: loginLogPageInput,
    output: pageOf(loginLogRow),
    summary: 'Sign-ins',
  }),
  audit: endpoint({
    method: 'GET',
    path: 'web/log/audit/page',
    access: 'log:view',
    input: auditLogPageInput,
    output: pageOf(auditLogRow),
    summary: 'Who changed what',
  }),
  verify: endpoint({
    method: 'GET',
    path: 'web/log/audit/verify',
    access: 'log:verify',
    input: noInput,
    output: auditVerdict,
    summary: 'Recomputes the chains of the caller’s branch',
    takesLong: true,
    perMinute: 10,
    errors: ['precondition'],
  }),
  exportApi: endpoint({
    method: 'GET',
    path: 'web/log/api/export',
    access: 'log:export',
    input: exportInput(apiLogPageInput),
    output: exportStarted,
    summary: 'Export the filtered calls',
  }),
  exportMqtt: endpoint({
    method: 'GET',
    path: 'web/log/mqtt/export',
    access: 'log:export',
    input: exportInput(mqttLogPageInput),
    output: exportStarted,
    summary: 'Export the filtered messages',
  }),
  exportLogin: endpoint({
    method: 'GET',
    path: 'web/log/login/export',
    access: 'log:export',
    input: exportInput(loginLogPageInput),
    output: exportStarted,
    summary: 'Export the filtered sign-ins',
  }),
  exportAudit: endpoint({
    method: 'GET',
    path: 'web/log/audit/export',
    access: 'log:export',
    input: exportInput(auditLogPageInput),
    output: exportStarted,
    summary: 'Export the filtered audit rows',
  }),
})
