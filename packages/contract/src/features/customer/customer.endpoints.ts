import { endpoint } from '../../kernel/endpoint.ts'
import { importInput, importResult, importTemplateInput } from '../file/import.schema.ts'
import { alarmPageInput, alarmRow } from '../alarm/alarm.schema.ts'
import { exportInput, exportStarted } from '../file/file.schema.ts'
import { id, input, nothing, optional, options, pageOf, ref, rowId, text, Type } from '../../kernel/schema.ts'
import {
  customerCreateInput,
  customerDetail,
  customerForbiddenInput,
  customerPageInput,
  customerRow,
  customerUnmasked,
  customerUpdateInput,
} from './customer.schema.ts'

const one = input({ id: ref('customer') })

export const customerEndpoints = {
  page: endpoint({
    method: 'GET',
    path: 'web/customer/page',
    access: 'customer:view',
    input: customerPageInput,
    output: pageOf(customerRow),
    summary: 'Customers',
  }),
  detail: endpoint({
    method: 'GET',
    path: 'web/customer/detail',
    access: 'customer:view',
    input: one,
    output: customerDetail,
    summary: 'One customer',
  }),
  select: endpoint({
    method: 'GET',
    path: 'web/customer/select',
    access: 'session',
    input: input({ keyword: optional(text(60)) }),
    output: options,
    summary: 'Enabled customers for a drop-down',
  }),
  create: endpoint({
    method: 'POST',
    path: 'web/customer/create',
    access: 'customer:create',
    input: customerCreateInput,
    output: rowId,
    summary: 'Create a customer',
  }),
  update: endpoint({
    method: 'POST',
    path: 'web/customer/update',
    access: 'customer:update',
    input: customerUpdateInput,
    output: rowId,
    summary: 'Edit a customer',
    errors: ['staleVersion'],
  }),
  del: endpoint({
    method: 'POST',
    path: 'web/customer/del',
    access: 'customer:del',
    input: one,
    output: nothing,
    summary: 'Delete a customer that nothing depends on',
    errors: ['inUse'],
  }),
  forbidden: endpoint({
    method: 'POST',
    path: 'web/customer/forbidden',
    access: 'customer:forbidden',
    input: customerForbiddenInput,
    output: nothing,
    summary: 'Enable or disable; ends the sessions of its accounts',
  }),
  unmask: endpoint({
    method: 'POST',
    path: 'web/customer/unmask',
    access: 'customer:unmask',
    input: one,
    output: customerUnmasked,
    summary: 'Name, contact, phone, email and identity no. in full; every call is audited',
  }),
  alarms: endpoint({
    method: 'GET',
    path: 'web/customer/alarms',
    access: 'customer:view',
    input: Type.Object({ ...alarmPageInput.properties, customerId: ref('customer') }, { additionalProperties: false }),
    output: pageOf(alarmRow),
    summary: 'Alarms of a customer',
  }),
  export: endpoint({
    method: 'GET',
    path: 'web/customer/export',
    access: 'customer:export',
    input: exportInput(customerPageInput),
    output: exportStarted,
    summary: 'Export the filtered customers',
  }),
  importTemplate: endpoint({
    method: 'GET',
    path: 'web/customer/import/template',
    access: 'customer:import',
    reply: 'binary',
    input: importTemplateInput,
    output: Type.Any(),
    summary: 'Template of the import',
  }),
  import: endpoint({
    method: 'POST',
    path: 'web/customer/import',
    access: 'customer:import',
    input: importInput,
    output: Type.Object({ importId: id() }),
    summary: 'Import an uploaded file; a job',
    errors: ['importUnreadable', 'tooManyRequests'],
  }),
  importResult: endpoint({
    method: 'GET',
    path: 'web/customer/import/result',
    access: 'customer:import',
    input: input({ id: id() }),
    output: importResult,
    summary: 'Progress and per-row result of an import of one’s own',
  }),
} as const
