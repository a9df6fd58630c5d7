import type { EnumValue } from '../../../enums.ts'
import { id, instant, nullable, oneOf, optional, pageInput, ref, Type, zoneFilter, type Static } from '../../../kernel/schema.ts'
import { healthPartNames } from './health-score.ts'

type Lifecycle = EnumValue<'projectLifecycle'>

/** The statuses of each part of a project's life. A stopped project is `stopped` in any status. */
export const lifecycleStatuses: Readonly<Record<Exclude<Lifecycle, 'stopped'>, readonly EnumValue<'projectStatus'>[]>> = {
  open: ['uninstall', 'installing'],
  completed: ['maintenance', 'overmaintenance'],
}

/** Default of both statistics pages: the last 30 days. */
export const statisticsDays = 30

const count = Type.Integer
/** Null: there is nothing to divide by. */
const ratio = () => nullable(Type.Number())

/** Devices now, alarms and inspections of the period: the same for one project and for all of them. */
const figures = {
  deviceCount: count(),
  /** Those whose model is supervised: the others are neither online nor offline. */
  supervisedDevices: count(),
  onlineDevices: count(),
  /** Share of supervised devices that are online now, 0 to 1. */
  onlineRate: ratio(),
  /** Supervised devices that have never been heard. */
  unheardDevices: count(),
  /** Devices by the status that lists show: the first that applies. They add up to `deviceCount`. */
  alarmDevices: count(),
  faultDevices: count(),
  lowPowerDevices: count(),
  offlineDevices: count(),
  normalDevices: count(),
  unsupervisedDevices: count(),
  /** Alarms of the period by state, without tests. */
  unconfirmedAlarms: count(),
  confirmedAlarms: count(),
  falseAlarms: count(),
  clearedAlarms: count(),
  testAlarms: count(),
  /** False alarms per device and year. A device counts with the time since it was bound, but at least 30 days. */
  perDeviceYear: ratio(),
  /** Alarms of the period that somebody has confirmed or closed; from the start of the response clock until then, in seconds. */
  answeredAlarms: count(),
  meanResponseS: ratio(),
  p90ResponseS: ratio(),
  /** Of the unconfirmed alarms of the period, how long the first has waited. */
  longestWaitS: nullable(count()),
  openFaults: count(),
  /** Of these, those with a repair order. */
  processingFaults: count(),
  /** Inspections that were due in the period, and how many of them are done. */
  inspectionsPlanned: count(),
  inspectionsDone: count(),
  overdueOrders: count(),
  overdueOf: Type.Object({ install: count(), repair: count(), inspect: count(), maintenance: count() }),
}
export const projectFigures = Type.Object(figures)
export type ProjectFigures = Static<typeof projectFigures>

export const dataProjectRow = Type.Object({
  id: id(),
  code: Type.String(),
  name: Type.String(),
  typeNameZh: Type.String(),
  typeNameEn: Type.String(),
  status: oneOf('projectStatus'),
  stopped: Type.Boolean(),
  companyId: id(),
  companyName: Type.String(),
  timeZone: Type.String(),
  /** The reader's company has only joined it. */
  joined: Type.Boolean(),
  ...figures,
  /** Calendar days until the maintenance ends, in the project's time zone. */
  remainingDays: nullable(count()),
  /** The same until the customer's contract ends; null as well if the caller may not see customers. */
  contractDays: nullable(count()),
  /** 0 to 100 (health-score.ts). Null: no devices. */
  health: nullable(count()),
  /** The points that each part of it costs. */
  costs: Type.Object(
    Object.fromEntries(healthPartNames.map((name) => [name, count()])) as Record<
      (typeof healthPartNames)[number],
      ReturnType<typeof count>
    >,
  ),
})
export type DataProjectRow = Static<typeof dataProjectRow>

const filters = {
  typeId: optional(ref('project_type')),
  /** Projects of the company and of all companies below it. */
  companyId: optional(ref('company')),
  status: optional(oneOf('projectStatus')),
  lifecycle: optional(oneOf('projectLifecycle')),
  ...zoneFilter,
}

/** Columns that are computed for all projects of the list before it can be sorted by one of them. */
export const computedProjectSorts = [
  'deviceCount',
  'onlineRate',
  'falseAlarms',
  'perDeviceYear',
  'meanResponseS',
  'p90ResponseS',
  'openFaults',
  'overdueOrders',
  'health',
] as const

/** `startTime` and `endTime` are the period of alarms and inspections. */
export const dataProjectPageInput = pageInput(filters, ['code', 'name', 'remainingDays', ...computedProjectSorts])

const { pageNum: _num, pageSize: _size, cursor: _cursor, sort: _sort, order: _order, ...asked } = dataProjectPageInput.properties
export const dataProjectSummaryInput = Type.Object(asked, { additionalProperties: false })

const ranked = Type.Object({
  id: id(),
  name: Type.String(),
  health: nullable(count()),
  unconfirmedAlarms: count(),
  falseAlarms: count(),
  clearedAlarms: count(),
  confirmedAlarms: count(),
})

export const dataProjectSummary = Type.Object({
  /** The period of alarms and inspections. */
  from: instant(),
  to: instant(),
  projects: count(),
  /** Projects without a device that is online, although they have devices. */
  silentProjects: count(),
  /** Projects without devices. */
  emptyProjects: count(),
  /** Mean of the projects that have a score. */
  meanHealth: nullable(count()),
  ...figures,
  /** The ten with the lowest score, and the ten with the most alarms. */
  lowest: Type.Array(ranked),
  busiest: Type.Array(ranked),
})
export type DataProjectSummary = Static<typeof dataProjectSummary>
