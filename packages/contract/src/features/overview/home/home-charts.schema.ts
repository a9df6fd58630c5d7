import {
  day,
  id,
  input,
  instant,
  nullable,
  oneOf,
  optional,
  record,
  ref,
  Type,
  zoneFilter,
  type Static,
} from '../../../kernel/schema.ts'
import { orderStatus } from '../../orders/order/order-status.ts'

/** Days of a chart if nothing else is asked for. */
export const chartDays = 30
/** The longest period of a chart. */
export const chartDaysMax = 366
/** Rows of a ranking. */
export const chartRows = 10

/**
 * What a chart counts. A period is whole days in the time zone of each site: the last `days` up to today, or from `fromDay` to `toDay`. Today is that
 * of the chosen project, or else of the caller's company.
 */
const chartFilter = {
  days: optional(Type.Integer({ minimum: 1, maximum: chartDaysMax })),
  fromDay: optional(day()),
  toDay: optional(day()),
  /** The company and all companies below it. */
  companyId: optional(ref('company')),
  /** Where the project is. */
  ...zoneFilter,
  projectId: optional(ref('project')),
  projectTypeId: optional(ref('project_type')),
}
export const chartInput = input(chartFilter)
export type ChartInput = Static<typeof chartInput>

/** A day, with the instants at which it begins and ends in `timeZone`: to open a list of it. */
const ofDay = { day: Type.String(), startsAt: instant(), endsAt: instant() }
const count = () => Type.Integer()
/** A share in percent; null if there was nothing. */
const percent = () => nullable(Type.Number())

/** The zone whose days `startsAt` and `endsAt` are those of. */
const period = { timeZone: Type.String() }

const outcomes = {
  open: count(),
  confirmed: count(),
  falseAlarm: count(),
  other: count(),
}

export const alarmTrend = Type.Object({
  ...period,
  /** Alarms by what became of them. Drills and tests are no alarms, and counted apart. */
  days: Type.Array(Type.Object({ ...ofDay, ...outcomes, drill: count(), test: count(), previous: count() })),
  /** The period and the one of equal length before it. */
  total: count(),
  previousTotal: count(),
  drills: count(),
  tests: count(),
  types: Type.Array(Type.Object({ typeId: id(), nameZh: Type.String(), nameEn: Type.String(), alarms: count() })),
  /** By hour of day, 0 to 23. */
  hours: Type.Array(Type.Integer()),
  /** False alarms among closed ones, by week from Monday; the first and the last may be cut by the period. */
  weeks: Type.Array(Type.Object({ ...ofDay, closed: count(), falseAlarms: count(), percent: percent() })),
  percent: percent(),
  previousPercent: percent(),
})

export const alarmProjects = Type.Object({
  list: Type.Array(Type.Object({ projectId: id(), name: Type.String(), alarms: count(), falseAlarms: count() })),
})

/** Median and ninth decile, in seconds; null if there was none. */
const times = () => ({ median: nullable(Type.Number()), p90: nullable(Type.Number()) })
export const alarmTimes = Type.Object({
  ...period,
  days: Type.Array(Type.Object({ ...ofDay, acknowledge: Type.Object(times()), close: Type.Object(times()) })),
  acknowledge: Type.Object(times()),
  close: Type.Object(times()),
  previousAcknowledge: Type.Object(times()),
  previousClose: Type.Object(times()),
  /** Alarms of the period without an answer, and not closed yet: these are in none of the times. */
  unanswered: count(),
  unclosed: count(),
})

const punctual = { onTime: count(), late: count(), percent: percent() }
export const orderTimes = Type.Object({
  ...period,
  /** Of the kinds of orders that the caller may see; by week of the due time. */
  kinds: Type.Array(
    Type.Object({
      kind: oneOf('orderKind'),
      weeks: Type.Array(Type.Object({ ...ofDay, ...punctual })),
      ...punctual,
      previousPercent: percent(),
    }),
  ),
})

export const onlineRate = Type.Object({
  ...period,
  /** Its last day is today. */
  current: Type.Boolean(),
  /** There are more than can be followed at once: a filter gives the rate of a part of them. */
  tooMany: Type.Boolean(),
  /** The share of time in which they were online. Null: nothing is known of that day, or the caller may not see them. */
  days: Type.Array(Type.Object({ ...ofDay, devices: percent(), gateways: percent() })),
  devices: percent(),
  gateways: percent(),
  previousDevices: percent(),
  previousGateways: percent(),
})

/**
 * The course of the figures of the home page over the last 30 days, the oldest first, in the days of the caller's company: as pictures without axes. Null:
 * the caller may not see them, or, of what is online, there are more than can be followed at once.
 */
export const homeTrends = Type.Object({
  /** New ones of each day. */
  alarms: nullable(Type.Array(count())),
  faults: nullable(Type.Array(count())),
  orders: nullable(Type.Array(count())),
  /** The share of time in which they were online. Null: nothing is known of that day. */
  devices: nullable(Type.Array(percent())),
  gateways: nullable(Type.Array(percent())),
})

/** What waits for the caller, by rights and assignments. Null: the caller has nothing to do with it. */
export const homeTodo = Type.Object({
  orders: Type.Array(
    Type.Object({ kind: oneOf('orderKind'), status: oneOf('orderStatus'), mine: Type.Boolean(), count: count() }),
  ),
  applications: nullable(count()),
  feedback: nullable(count()),
  /** Open alarms with an exceeded response clock at sites that the caller has taken. */
  breached: nullable(count()),
})

/** Days ahead in which something counts as ending soon. */
export const homeEndingDays = 30
/** Contracts and projects that end within 30 days, the next first. Null: the caller may not see them. */
export const homeEnding = Type.Object({
  contracts: nullable(
    Type.Object({
      list: Type.Array(Type.Object({ id: id(), contractNo: Type.String(), customerName: Type.String(), endsOn: Type.String() })),
      total: count(),
    }),
  ),
  projects: nullable(
    Type.Object({
      list: Type.Array(Type.Object({ id: id(), name: Type.String(), dueAt: instant(), timeZone: Type.String() })),
      total: count(),
      /** The range that was asked for, to open the list with. */
      dueFrom: instant(),
      dueTo: instant(),
    }),
  ),
})

export const homePlatform = Type.Object({
  /** Each part of the program with `ok` or what is wrong, as readiness reports it. */
  parts: record(Type.String()),
  /** How long the oldest report waits to be stored (ms); 0 if none waits. Null: this process receives none. */
  storingMs: nullable(Type.Integer()),
  /** How long the oldest alarm message waits to be sent (s), from a minute on; 0 if none waits so long. Null: this process sends none. */
  sendingS: nullable(Type.Integer()),
  /** What the providers last said, of those that say it. */
  balances: Type.Array(
    Type.Object({
      id: id(),
      channel: oneOf('notifyMethod'),
      name: Type.String(),
      balance: Type.Number(),
      currency: nullable(Type.String()),
      at: nullable(instant()),
    }),
  ),
})

/** What waits for whom: orders of a status for those with a right, or for the engineers to whom they are assigned. */
export const orderWaiting = [
  { status: orderStatus.unassigned, operation: 'assign', mine: false },
  { status: orderStatus.assigned, operation: 'order:work', mine: true },
  { status: orderStatus.accepted, operation: 'order:work', mine: true },
  { status: orderStatus.inProgress, operation: 'order:work', mine: true },
  { status: orderStatus.toVerify, operation: 'verify', mine: false },
  { status: orderStatus.toAppraise, operation: 'appraise', mine: false },
] as const
