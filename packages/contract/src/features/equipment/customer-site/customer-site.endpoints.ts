import { id, instant, nullable, oneOf, optional, pageInput, ref, Type, type Static, pageOf } from '../../../kernel/schema.ts'
import { about, endpoint } from '../../../kernel/endpoint.ts'
import { alarmPageInput, alarmRow } from '../../alarms/alarm/alarm.schema.ts'

export const customerProjectRow = Type.Object({
  id: id(),
  code: Type.String(),
  name: Type.String(),
  status: oneOf('projectStatus'),
  stopped: Type.Boolean(),
  address: Type.String(),
  companyId: id(),
  companyName: Type.String(),
  devices: Type.Integer(),
  openAlarms: Type.Integer(),
  dueAt: nullable(instant()),
  createdAt: instant(),
})
export type CustomerProjectRow = Static<typeof customerProjectRow>
export const customerProjectPageInput = pageInput({ customerId: ref('customer'), status: optional(oneOf('projectStatus')) }, [
  'code',
  'createdAt',
])

export const customerDeviceRow = Type.Object({
  id: id(),
  code: Type.String(),
  name: Type.String(),
  /** The shown status: the first that applies of alarm, fault, low power, offline, online. */
  status: oneOf('deviceStatus'),
  modelName: Type.String(),
  projectName: nullable(Type.String()),
  roomNumber: nullable(Type.String()),
  lastSeenAt: nullable(instant()),
})
export type CustomerDeviceRow = Static<typeof customerDeviceRow>
export const customerDevicePageInput = pageInput({ customerId: ref('customer') }, ['code'])

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
