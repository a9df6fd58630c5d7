import { id, input, instant, nullable, oneOf, optional, pageInput, ref, text, Type, type Static } from '../../kernel/schema.ts'

export const alarmRow = Type.Object({
  id: id(),
  code: Type.String(),
  state: oneOf('alarmState'),
  level: oneOf('alarmLevel'),
  typeId: id(),
  typeNameZh: Type.String(),
  typeNameEn: Type.String(),
  sourceActive: Type.Boolean(),
  test: Type.Boolean(),
  /** Somebody had disabled the device while it signalled. Shown beside the alarm, which is an alarm like any other. */
  deviceDisabled: Type.Boolean(),
  projectId: nullable(id()),
  projectName: nullable(Type.String()),
  deviceId: nullable(id()),
  /** The registered device's code. If it is not registered, as the gateway sent it. */
  deviceCode: nullable(Type.String()),
  deviceName: nullable(Type.String()),
  roomNumber: nullable(Type.String()),
  modelName: nullable(Type.String()),
  gatewayCode: nullable(Type.String()),
  companyName: Type.String(),
  /** The project's time zone, or the company's if there is no project. */
  timeZone: Type.String(),
  sourceFormat: oneOf('reportCodeType'),
  sourceCode: Type.String(),
  repeatCount: Type.Integer(),
  firstAt: instant(),
  lastAt: instant(),
  /** Waiting since then: the first report, or the one that raised it again after a confirmation. */
  raisedAt: instant(),
  /** When the confirmation is due. Null once confirmed or closed. */
  acknowledgeDueAt: nullable(instant()),
  /** When the closing is due, by the alarm type as it is now. Null once closed, of a test, or without such a target. */
  closeDueAt: nullable(instant()),
  confirmedAt: nullable(instant()),
  confirmedBy: nullable(Type.String()),
  closedAt: nullable(instant()),
  closedBy: nullable(Type.String()),
  handleWay: nullable(oneOf('handleWay')),
  cause: nullable(oneOf('misreportCause')),
  note: nullable(Type.String()),
  orderId: nullable(id()),
  orderCode: nullable(Type.String()),
})
export type AlarmRow = Static<typeof alarmRow>

/** `LiveEvent.data` of kind 'alarm': what a pop-up or list row shows before anything is refetched. */
export type AlarmEventData = Pick<
  AlarmRow,
  | 'code'
  | 'level'
  | 'typeId'
  | 'typeNameZh'
  | 'typeNameEn'
  | 'projectName'
  | 'deviceCode'
  | 'deviceName'
  | 'roomNumber'
  | 'firstAt'
  | 'state'
  | 'test'
>

/**
 * `LiveEvent.change` of kind 'alarm'. The first four come from ingest, the others from a person's action. `muted` is sent to that
 * person alone.
 */
export type AlarmChange =
  | 'raised'
  | 'raisedAgain'
  | 'repeated'
  | 'restored'
  | 'confirmed'
  | 'cleared'
  | 'misreport'
  | 'repairOrder'
  | 'deviceLinked'
  | 'muted'

export const alarmPageInput = pageInput(
  {
    state: optional(oneOf('alarmState')),
    /** `open`: unconfirmed or confirmed. */
    open: optional(Type.Boolean()),
    breached: optional(Type.Boolean()),
    level: optional(oneOf('alarmLevel')),
    typeId: optional(ref('alarm_type')),
    projectId: optional(ref('project')),
    deviceId: optional(ref('device')),
    test: optional(Type.Boolean()),
  },
  ['firstAt'],
)

export const journeyEntry = Type.Object({
  at: instant(),
  step: oneOf('journeyStep'),
  actor: nullable(Type.String()),
  detail: Type.Record(Type.String(), Type.Unknown()),
})

export const alarmDetail = Type.Object({
  ...alarmRow.properties,
  journey: Type.Array(journeyEntry),
  rawReport: nullable(
    Type.Object({
      receivedAt: instant(),
      deviceTime: nullable(instant()),
      /** As the gateway sent it. Null for the gateway itself. */
      deviceCode: nullable(Type.String()),
      sequence: nullable(Type.Integer()),
      format: nullable(Type.String()),
      code: Type.String(),
      /** What could not be understood, as words separated by spaces. */
      problem: nullable(Type.String()),
      values: Type.Unknown(),
    }),
  ),
  projectAddress: nullable(Type.String()),
  projectStopped: Type.Boolean(),
})
export type AlarmDetail = Static<typeof alarmDetail>

export const alarmConfirmInput = input({ id: ref('alarm') })
/** `reason` is only required while the source is active (domain.md). */
export const alarmDealInput = input({
  id: ref('alarm'),
  handleWay: oneOf('handleWay'),
  note: text(500),
  reason: optional(text(200)),
})
export const alarmMisreportInput = input({
  id: ref('alarm'),
  cause: oneOf('misreportCause'),
  note: text(500),
  reason: optional(text(200)),
})
