import {
  eitherName,
  id,
  input,
  instant,
  nullable,
  oneOf,
  optional,
  pageInput,
  ref,
  refs,
  text,
  Type,
  type Static,
} from '../../../kernel/schema.ts'
import { enums, type EnumValue } from '../../../enums.ts'

/** Something from a gateway that could not be matched, with a count (device-link.md: unknown devices, codes and messages are kept and listed). */
export const unknownReportRow = Type.Object({
  id: id(),
  kind: oneOf('unknownReportKind'),
  gatewayCode: Type.String(),
  projectId: nullable(id()),
  projectName: nullable(Type.String()),
  companyId: id(),
  companyName: Type.String(),
  /** The project's time zone, or the company's if there is no project. */
  timeZone: Type.String(),
  /** As last sent. */
  deviceCode: nullable(Type.String()),
  sourceFormat: nullable(Type.String()),
  sourceCode: nullable(Type.String()),
  /** At least one of these reports was or may have been an alarm. */
  mayBeAlarm: Type.Boolean(),
  count: Type.Integer(),
  firstAt: instant(),
  lastAt: instant(),
  /** The last report, truncated to 2 KB. */
  lastReport: Type.String(),
  /** The device is in stock or registered elsewhere, at a place that the caller can see, so it can be moved here. */
  movable: Type.Boolean(),
  handledAt: nullable(instant()),
  handledBy: nullable(Type.String()),
  handledWay: nullable(oneOf('unknownHandledWay')),
})
export type UnknownReportRow = Static<typeof unknownReportRow>

const filters = {
  /** False: not handled yet. */
  handled: optional(Type.Boolean()),
  mayBeAlarm: optional(Type.Boolean()),
  projectId: optional(ref('project')),
}
export const unknownDevicePageInput = pageInput({ kind: optional(oneOf('unknownReportKind')), ...filters }, ['lastAt', 'firstAt'])
export const unknownCodePageInput = pageInput(filters, ['lastAt', 'firstAt'])

/** Registers the device under the code that was sent. Company, customer, project and gateway are those of the gateway that reported it. */
export const unknownDeviceRegisterInput = input({
  id: ref('unknown_report'),
  name: text(80),
  modelId: ref('device_model'),
  /** If left out, the device's code is also its communication code. */
  communicationCode: optional(text(40)),
  building: optional(text(40)),
  floor: optional(text(20)),
  roomNumber: optional(text(40)),
  place: optional(text(120)),
})
export const unknownReportInput = input({ id: ref('unknown_report') })

/** What the code means from now on. An alarm needs its type, a fault or low power a fault type, a restore the code that it restores. */
export const unknownCodeRegisterInput = input({
  id: ref('unknown_report'),
  type: oneOf('reportType'),
  alarmTypeId: optional(ref('alarm_type')),
  faultTypeId: optional(ref('fault_type')),
  restoresCode: optional(text(40)),
  reasonZh: eitherName('reasonEn', 80),
  reasonEn: eitherName('reasonZh', 80),
})

/** Several devices of one model. Each is named by its model and code. */
export const unknownDevicesRegisterInput = input({
  ids: refs('unknown_report'),
  modelId: ref('device_model'),
  building: optional(text(40)),
  floor: optional(text(20)),
})
export const unknownReportsInput = input({ ids: refs('unknown_report') })
/**
 * Several codes with the same meaning. Unless a name is given, each is named by its own format and code. A restore is defined on
 * its own, because it names its own code.
 */
export const unknownCodesRegisterInput = input({
  ids: refs('unknown_report'),
  type: Type.Unsafe<Exclude<EnumValue<'reportType'>, 'restore'>>({
    type: 'string',
    enum: enums.reportType.filter((type) => type !== 'restore'),
    enumeration: 'reportType',
  }),
  alarmTypeId: optional(ref('alarm_type')),
  faultTypeId: optional(ref('fault_type')),
  reasonZh: optional(text(80)),
  reasonEn: optional(text(80)),
})
/** The result for each. `msg` says in the caller's language why one was left unchanged. */
export const unknownReportsDone = Type.Array(Type.Object({ id: id(), done: Type.Boolean(), msg: Type.String() }))
export type UnknownReportsDone = Static<typeof unknownReportsDone>
