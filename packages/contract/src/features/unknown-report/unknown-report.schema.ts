import { id, input, instant, nullable, oneOf, optional, pageInput, ref, text, Type, type Static } from '../../kernel/schema.ts'

/** What a gateway said that could not be placed, counted (device-link.md: unknown devices, codes and messages are kept and listed). */
export const unknownReportRow = Type.Object({
  id: id(),
  kind: oneOf('unknownReportKind'),
  gatewayCode: Type.String(),
  projectId: nullable(id()),
  projectName: nullable(Type.String()),
  companyName: Type.String(),
  /** Of the project, or of the company while there is none. */
  timeZone: Type.String(),
  /** As sent last. */
  deviceCode: nullable(Type.String()),
  sourceFormat: nullable(Type.String()),
  sourceCode: nullable(Type.String()),
  /** At least one of these reports was or may have been an alarm. */
  mayBeAlarm: Type.Boolean(),
  count: Type.Integer(),
  firstAt: instant(),
  lastAt: instant(),
  /** The last one, cut to 2 KB. */
  lastReport: Type.String(),
  /** The device stands elsewhere and the caller may see it there, so that it can be moved here. */
  movable: Type.Boolean(),
  handledAt: nullable(instant()),
  handledBy: nullable(Type.String()),
  handledWay: nullable(oneOf('unknownHandledWay')),
})
export type UnknownReportRow = Static<typeof unknownReportRow>

const filters = {
  /** False: still to be looked at. */
  handled: optional(Type.Boolean()),
  mayBeAlarm: optional(Type.Boolean()),
  projectId: optional(ref('project')),
}
export const unknownDevicePageInput = pageInput({ kind: optional(oneOf('unknownReportKind')), ...filters }, ['lastAt', 'firstAt'])
export const unknownCodePageInput = pageInput(filters, ['lastAt', 'firstAt'])

/** The code is the one that was sent; company, customer, project and gateway are those of the gateway that reported it. */
export const unknownDeviceRegisterInput = input({
  id: ref('unknown_report'),
  name: text(80),
  modelId: ref('device_model'),
  /** Left out, the device's code is its communication code as well. */
  communicationCode: optional(text(40)),
  building: optional(text(40)),
  floor: optional(text(20)),
  roomNumber: optional(text(40)),
  place: optional(text(120)),
})
export const unknownReportInput = input({ id: ref('unknown_report') })

/** What the code means from now on. An alarm needs its type, a fault or low power a fault type, a restore the code that it ends. */
export const unknownCodeRegisterInput = input({
  id: ref('unknown_report'),
  type: oneOf('reportType'),
  alarmTypeId: optional(ref('alarm_type')),
  faultTypeId: optional(ref('fault_type')),
  restoresCode: optional(text(40)),
  reasonZh: text(80),
  reasonEn: text(80),
})
