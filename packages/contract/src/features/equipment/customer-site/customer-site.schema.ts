import { id, instant, nullable, oneOf, optional, pageInput, ref, Type, type Static } from '../../../kernel/schema.ts'

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
