import { id, instant, nullable, oneOf, optional, pageInput, ref, Type, type Static } from '../../../kernel/schema.ts'

/** A breach: a response clock of an alarm that was exceeded. */
export const alarmBreachRow = Type.Object({
  id: id(),
  alarmId: id(),
  alarmCode: Type.String(),
  level: oneOf('alarmLevel'),
  typeNameZh: Type.String(),
  typeNameEn: Type.String(),
  projectId: nullable(id()),
  projectName: nullable(Type.String()),
  deviceCode: nullable(Type.String()),
  companyId: id(),
  companyName: Type.String(),
  timeZone: Type.String(),
  clock: oneOf('alarmClock'),
  dueAt: instant(),
  /** When the alarm was finally confirmed or closed, and by whom. Null: not yet. */
  answeredAt: nullable(instant()),
  answeredBy: nullable(Type.String()),
  /** Seconds late; so far, while nobody has answered. */
  lateS: Type.Integer(),
})
export type AlarmBreachRow = Static<typeof alarmBreachRow>

/** Default: the last 30 days. */
export const breachDays = 30

/** No keyword: alarms are searched in their own list. */
const { keyword: _keyword, ...paging } = pageInput(
  {
    projectId: optional(ref('project')),
    companyId: optional(ref('company')),
    typeId: optional(ref('alarm_type')),
    level: optional(oneOf('alarmLevel')),
    clock: optional(oneOf('alarmClock')),
    /** Account of the person who answered too late. */
    answeredById: optional(ref('account')),
    /** Whether somebody has answered by now. */
    answered: optional(Type.Boolean()),
  },
  ['dueAt', 'lateS'],
).properties
export const alarmBreachPageInput = Type.Object(paging, { additionalProperties: false })

/** What the breaches are grouped by. */
export const breachGroups = ['project', 'type', 'operator'] as const
export type BreachGroup = (typeof breachGroups)[number]

const { pageNum: _pageNum, pageSize: _pageSize, cursor: _cursor, sort: _sort, order: _order, ...filters } = paging
export const alarmBreachSummaryInput = Type.Object(
  { ...filters, by: Type.Unsafe<BreachGroup>({ type: 'string', enum: [...breachGroups] }) },
  { additionalProperties: false },
)
export const alarmBreachSum = Type.Object({
  /** Id of the project, the alarm type or the account. Null: no project, or nobody has answered. */
  id: nullable(id()),
  nameZh: nullable(Type.String()),
  nameEn: nullable(Type.String()),
  breaches: Type.Integer(),
  unanswered: Type.Integer(),
  averageLateS: Type.Integer(),
  worstLateS: Type.Integer(),
})
export type AlarmBreachSum = Static<typeof alarmBreachSum>
