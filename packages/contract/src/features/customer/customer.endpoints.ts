import { endpoint } from '../../kernel/endpoint.ts'
import { input, optional, pageOf, ref, text, Type } from '../../kernel/schema.ts'
import { alarmPageInput, alarmRow } from '../alarm/alarm.schema.ts'
import { standardCalls } from '../standard-calls.ts'
import {
  customerCreateInput,
  customerDetail,
  customerDevicePageInput,
  customerDeviceRow,
  customerPageInput,
  customerProjectPageInput,
  customerProjectRow,
  customerRow,
  customerUnmasked,
  customerUpdateInput,
} from './customer.schema.ts'

export const customerEndpoints = {
  ...standardCalls('customer', {
    entity: 'customer',
    words: ['a customer', 'customers'],
    persons: ['name', 'keyword'],
    page: { input: customerPageInput, row: customerRow },
    detail: { row: customerDetail },
    select: { input: input({ keyword: optional(text(60)), companyId: optional(ref('company')) }) },
    create: { input: customerCreateInput },
    update: { input: customerUpdateInput, errors: ['notHere'] },
    del: { summary: 'Delete a customer without projects, accounts, contracts and open orders', errors: ['inUse'] },
    forbidden: { summary: 'Enable or disable; ends the sessions of its accounts' },
    export: {},
    import: {},
  }),
  unmask: endpoint({
    method: 'POST',
    path: 'web/customer/unmask',
    access: 'customer:unmask',
    input: input({ id: ref('customer') }),
    output: customerUnmasked,
    summary: 'Name, contact, phone, email and identity no. in full; every call is audited',
  }),
  alarms: endpoint({
    method: 'GET',
    path: 'web/customer/alarms',
    access: 'customer:view',
    also: 'alarm:view',
    input: Type.Object({ ...alarmPageInput.properties, customerId: ref('customer') }, { additionalProperties: false }),
    output: pageOf(alarmRow),
    summary: 'Alarms of a customer',
  }),
  projects: endpoint({
    method: 'GET',
    path: 'web/customer/projects',
    access: 'customer:view',
    also: 'project:view',
    input: customerProjectPageInput,
    output: pageOf(customerProjectRow),
    summary: 'Projects of a customer',
  }),
  devices: endpoint({
    method: 'GET',
    path: 'web/customer/devices',
    access: 'customer:view',
    also: 'device:view',
    input: customerDevicePageInput,
    output: pageOf(customerDeviceRow),
    summary: 'Devices of a customer',
  }),
} as const
