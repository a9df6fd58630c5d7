import {
  eitherName,
  id,
  input,
  nullable,
  oneOf,
  optional,
  pageInput,
  ref,
  text,
  tracked,
  Type,
  version,
  type Static,
} from '../../../kernel/schema.ts'

/** The variables that a message may contain, each in braces: `{project}`. */
export const messageVariables = ['project', 'address', 'place', 'device', 'type', 'code', 'time'] as const
export type MessageVariable = (typeof messageVariables)[number]

const named = new RegExp(`\\{(${messageVariables.join('|')})\\}`, 'g')

/** Whether a text only uses these variables, with every brace closed. */
export const hasOnlyVariables = (text: string): boolean => !/[{}]/.test(text.replaceAll(named, ''))

/** Fills in the variables of a text. */
export const fillMessage = (text: string, values: Readonly<Record<MessageVariable, string>>): string =>
  text.replaceAll(named, (_all, name: MessageVariable) => values[name])

/** The meaning of a code on the wire (readings.md, "report parameter"). */
export const reportParamRow = Type.Object({
  id: id(),
  /** Format and code never change: a different code is a different parameter. */
  format: oneOf('reportCodeType'),
  code: Type.String(),
  type: oneOf('reportType'),
  alarmTypeId: nullable(id()),
  faultTypeId: nullable(id()),
  /** Name of the alarm type or fault type. */
  typeNameZh: nullable(Type.String()),
  typeNameEn: nullable(Type.String()),
  restoresCode: nullable(Type.String()),
  reasonZh: Type.String(),
  reasonEn: Type.String(),
  notify: Type.Boolean(),
  /** If an alarm is raised again within this many seconds, people outside are not notified again; 0: always notified. Fires always are. */
  mergeWindowS: Type.Integer(),
  smsZh: nullable(Type.String()),
  smsEn: nullable(Type.String()),
  voiceZh: nullable(Type.String()),
  voiceEn: nullable(Type.String()),
  enabled: Type.Boolean(),
  ...tracked,
})
export type ReportParamRow = Static<typeof reportParamRow>

export const reportParamPageInput = pageInput(
  {
    /** Called `sourceFormat` because in an export, `format` is the file's. */
    sourceFormat: optional(oneOf('reportCodeType')),
    type: optional(oneOf('reportType')),
    alarmTypeId: optional(ref('alarm_type')),
    faultTypeId: optional(ref('fault_type')),
    enabled: optional(Type.Boolean()),
  },
  ['code', 'createdAt', 'updatedAt'],
)

/** An alarm needs its type, a fault or low power a fault type, a restore the code that it restores. */
export const meaningFields = {
  type: oneOf('reportType'),
  alarmTypeId: optional(ref('alarm_type')),
  faultTypeId: optional(ref('fault_type')),
  restoresCode: optional(text(40)),
  reasonZh: eitherName('reasonEn', 80),
  reasonEn: eitherName('reasonZh', 80),
}
/** Text sent to people outside, by language; variables: report-param.schema.ts. Default: the standard text. */
export const messageFields = {
  smsZh: optional(text(120)),
  smsEn: optional(text(240)),
  voiceZh: optional(text(200)),
  voiceEn: optional(text(400)),
}
export const messageTextNames = Object.keys(messageFields) as (keyof typeof messageFields)[]
const notificationFields = {
  notify: Type.Boolean(),
  mergeWindowS: optional(Type.Integer({ minimum: 0, maximum: 86_400 })),
  ...messageFields,
}
export const reportParamCreateInput = input({
  format: oneOf('reportCodeType'),
  code: text(40),
  ...meaningFields,
  ...notificationFields,
})
export const reportParamUpdateInput = input({
  id: ref('report_param'),
  version: version(),
  ...meaningFields,
  ...notificationFields,
  /** Required if a code that raises alarms is changed so that it no longer does. It is stored in the audit log. */
  note: optional(text(200)),
})

export const frameTestInput = input({
  /** A message as a gateway sends it (JSON), or a format and a code: `CID 1110`. */
  sample: text(4_000),
})
/** What each report of a message would lead to. Nothing is stored. */
export const frameTested = Type.Object({
  /** Why the message as a whole could not be read. */
  unreadable: nullable(oneOf('malformedReason')),
  /** Whether what could not be read of it raises an alarm at its gateway. */
  unreadableAlarm: Type.Boolean(),
  reports: Type.Array(
    Type.Object({
      id: Type.Integer(),
      deviceCode: nullable(Type.String()),
      sourceFormat: nullable(Type.String()),
      sourceCode: Type.String(),
      comesTo: oneOf('frameOutcome'),
      /** Null for a code that is unknown or disabled. */
      type: nullable(oneOf('reportType')),
      paramId: nullable(id()),
      reasonZh: nullable(Type.String()),
      reasonEn: nullable(Type.String()),
      typeNameZh: nullable(Type.String()),
      typeNameEn: nullable(Type.String()),
      /** Example of the text sent to people outside, in the reader's language. Null: nobody is notified. */
      sms: nullable(Type.String()),
      voice: nullable(Type.String()),
    }),
  ),
})
export type FrameTested = Static<typeof frameTested>
