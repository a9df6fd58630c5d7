import { alarmCode, parseAlarmCode } from '../alarm/alarm.rules.ts'
import {
  id,
  input,
  instant,
  nullable,
  oneOf,
  optional,
  pageFacts,
  pageInput,
  ref,
  refs,
  text,
  Type,
  type Static,
  record,
  zoneFilter,
} from '../../../kernel/schema.ts'

/** The fault number: like an alarm's, but with an F. Derived, never stored. */
export const faultCode = (id: number, firstAt: string, timeZone: string): string =>
  alarmCode(id, firstAt, timeZone).replace(/^A/, 'F')

/** The id in a fault number and the time span that its day covers. Undefined if the text is not a fault number. */
export const parseFaultCode = (text: string): ReturnType<typeof parseAlarmCode> =>
  /^\s*F/i.test(text) ? parseAlarmCode(text.trim().replace(/^F/i, 'A')) : undefined

export const faultRow = Type.Object({
  id: id(),
  code: Type.String(),
  state: oneOf('faultState'),
  /** Raised while its place was on test. */
  test: Type.Boolean(),
  typeId: id(),
  typeNameZh: Type.String(),
  typeNameEn: Type.String(),
  level: oneOf('alarmLevel'),
  projectId: nullable(id()),
  projectName: nullable(Type.String()),
  deviceId: nullable(id()),
  /** The registered device's code. If it is not registered, as the gateway sent it. Null for the gateway itself. */
  deviceCode: nullable(Type.String()),
  deviceName: nullable(Type.String()),
  roomNumber: nullable(Type.String()),
  gatewayCode: nullable(Type.String()),
  gatewayName: nullable(Type.String()),
  companyId: id(),
  companyName: Type.String(),
  /** The project's time zone, or the company's if there is no project. */
  timeZone: Type.String(),
  sourceFormat: Type.String(),
  sourceCode: Type.String(),
  repeatCount: Type.Integer(),
  firstAt: instant(),
  lastAt: instant(),
  restoredAt: nullable(instant()),
  solvedAt: nullable(instant()),
  solvedBy: nullable(Type.String()),
  solvedWay: nullable(oneOf('faultSolvedWay')),
  note: nullable(Type.String()),
  orderId: nullable(id()),
  orderCode: nullable(Type.String()),
  /** Postponed until then. Null as well once that time has passed or a new signal has arrived. */
  snoozedUntil: nullable(instant()),
  snoozeReason: nullable(Type.String()),
  snoozedBy: nullable(Type.String()),
  /** How often the same fault had already been raised and solved at this place. */
  cameBack: Type.Integer(),
})
export type FaultRow = Static<typeof faultRow>

export const faultPageInput = pageInput(
  {
    /** Only these: a console asks about rows that it still shows although they have left the page. */
    ids: optional(Type.Array(id(), { maxItems: 100, uniqueItems: true })),
    state: optional(oneOf('faultState')),
    /** `open`: pending or processing. */
    open: optional(Type.Boolean()),
    typeId: optional(ref('fault_type')),
    level: optional(oneOf('alarmLevel')),
    snoozed: optional(Type.Boolean()),
    /** Unsolved faults for which the same fault had already been raised and solved at this place. */
    returned: optional(Type.Boolean()),
    projectId: optional(ref('project')),
    /** Faults of the company and of all companies below it. */
    companyId: optional(ref('company')),
    deviceId: optional(ref('device')),
    gatewayId: optional(ref('gateway')),
    solvedWay: optional(oneOf('faultSolvedWay')),
    /** Where the project is. */
    ...zoneFilter,
  },
  ['firstAt'],
)

/** `list` and `total` as in every list. `counts` is the number of faults by state under the other filters. */
export const faultPage = Type.Object({
  list: Type.Array(faultRow),
  ...pageFacts,
  counts: record(Type.Integer()),
})

/** A signal of the device that this fault stands for. */
const faultSignal = Type.Object({
  receivedAt: instant(),
  deviceTime: nullable(instant()),
  /** What was sent as the time, if it cannot be read as one. */
  sentTime: nullable(Type.String()),
  /** What could not be understood, as words separated by spaces. */
  problem: nullable(Type.String()),
  type: nullable(oneOf('reportType')),
  format: nullable(Type.String()),
  code: Type.String(),
})

/** An order created from the fault. The fault may have been released from it, or not been solved by it. */
const faultOrder = Type.Object({
  id: id(),
  code: Type.String(),
  status: oneOf('orderStatus'),
  createdAt: instant(),
  createdBy: nullable(Type.String()),
  finishedAt: nullable(instant()),
  completeType: nullable(oneOf('completeType')),
  completeNote: nullable(Type.String()),
})

/** The same fault at the same place, before or after this one. */
const relatedFault = Type.Object({
  id: id(),
  code: Type.String(),
  state: oneOf('faultState'),
  firstAt: instant(),
  solvedAt: nullable(instant()),
  solvedWay: nullable(oneOf('faultSolvedWay')),
  note: nullable(Type.String()),
})

export const faultDetail = Type.Object({
  ...faultRow.properties,
  gatewayId: nullable(id()),
  snoozedAt: nullable(instant()),
  /** Newest first; only of a registered device, and no more than the last hundred. */
  signals: Type.Array(faultSignal),
  orders: Type.Array(faultOrder),
  /** Newest first. */
  related: Type.Array(relatedFault),
})
export type FaultDetail = Static<typeof faultDetail>

export const faultSolveInput = input({ id: ref('fault'), note: text(500) })
export const faultBatchSolveInput = input({ ids: refs('fault'), note: text(500) })
/** The result for each. `msg` says in the caller's language why one was left unchanged. */
export const faultBatchSolved = Type.Array(Type.Object({ id: id(), solved: Type.Boolean(), msg: Type.String() }))

/** Longest time for which a fault can be postponed. */
export const faultSnoozeDays = 90

export const faultSnoozeInput = input({ ids: refs('fault'), until: instant(), reason: text(500) })
export const faultWakeInput = input({ ids: refs('fault') })
/** The result for each, as in solving. */
export const faultBatchDone = Type.Array(Type.Object({ id: id(), done: Type.Boolean(), msg: Type.String() }))
