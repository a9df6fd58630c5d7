import { about, endpoint } from '../../../kernel/endpoint.ts'
import { pageOf, ref, Type } from '../../../kernel/schema.ts'
import { alarmPageInput, alarmRow } from '../../alarms/alarm/alarm.schema.ts'
import {
  customerDevicePageInput,
  customerDeviceRow,
  customerProjectPageInput,
  customerProjectRow,
} from './customer-site.schema.ts'

/** What a customer has: projects, the devices at them, and their alarms. */
export const customerSiteEndpoints = about('customer', {
  alarms: endpoint({
    method: 'GET',
    path: 'web/customer/alarms',
    access: 'customer:view',
    also: 'alarm:view',
    shows: ['customer', 'alarm'],
    input: Type.Object({ ...alarmPageInput.properties, customerId: ref('customer') }, { additionalProperties: false }),
    output: pageOf(alarmRow),
    summary: 'Alarms of a customer',
  }),
  projects: endpoint({
    method: 'GET',
    path: 'web/customer/projects',
    access: 'customer:view',
    also: 'project:view',
    shows: ['customer', 'project', 'alarm'],
    input: customerProjectPageInput,
    output: pageOf(customerProjectRow),
    summary: 'Projects of a customer',
  }),
  devices: endpoint({
    method: 'GET',
    path: 'web/customer/devices',
    access: 'customer:view',
    also: 'device:view',
    shows: ['customer', 'device', 'alarm', 'fault'],
    input: customerDevicePageInput,
    output: pageOf(customerDeviceRow),
    summary: 'Devices of a customer',
  }),
})
