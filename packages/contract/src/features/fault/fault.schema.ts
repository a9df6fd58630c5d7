import {
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
} from '../../kernel/schema.ts'

export const faultRow = Type.Object({
  id: id(),
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
})
export type FaultRow = Static<typeof faultRow>

export const faultPageInput = pageInput(
  {
    state: optional(oneOf('faultState')),
    /** `open`: pending or processing. */
    open: optional(Type.Boolean()),
    typeId: optional(ref('fault_type')),
    projectId: optional(ref('project')),
    deviceId: optional(ref('device')),
  },
  ['firstAt'],
)

export const faultSolveInput = input({ id: ref('fault'), note: text(500) })
export const faultBatchSolveInput = input({ ids: refs('fault'), note: text(500) })
/** The result for each. `msg` says in the caller's language why one was left unchanged. */
export const faultBatchSolved = Type.Array(Type.Object({ id: id(), solved: Type.Boolean(), msg: Type.String() }))
