import { id, instant, nullable, oneOf, optional, pageInput, ref, Type, type Static, pageFacts } from '../../../kernel/schema.ts'
import { about, endpoint } from '../../../kernel/endpoint.ts'
import { exportInput, exportStarted } from '../../base/file/file.schema.ts'

/** A detector with its false alarms in a period. */
export const nuisanceRow = Type.Object({
  /** The device. */
  id: id(),
  deviceCode: Type.String(),
  deviceName: Type.String(),
  roomNumber: nullable(Type.String()),
  modelName: nullable(Type.String()),
  projectId: nullable(id()),
  projectName: nullable(Type.String()),
  companyId: id(),
  companyName: Type.String(),
  timeZone: Type.String(),
  falseAlarms: Type.Integer(),
  /** All its closed alarms in the period, except tests. */
  closedAlarms: Type.Integer(),
  /** Share of false alarms among closed ones, 0 to 1. */
  falseShare: Type.Number(),
  /** False alarms per year, over the time that the device was installed in the period; less than 30 days count as 30. */
  perDeviceYear: Type.Number(),
  lastCause: nullable(oneOf('misreportCause')),
  lastFalseAt: instant(),
  lastAlarmId: id(),
})
export type NuisanceRow = Static<typeof nuisanceRow>

/** Default: the last 365 days. */
export const nuisanceDays = 365

/** Shorter times count as this many days: a device that was installed a week ago and was false twice is not false a hundred times a year. */
export const leastDeviceDays = 30

/** No keyword: the ranking is counted over alarms, before any device is looked at. */
const { keyword: _keyword, ...paging } = pageInput(
  {
    projectId: optional(ref('project')),
    companyId: optional(ref('company')),
    cause: optional(oneOf('misreportCause')),
  },
  ['falseAlarms', 'lastFalseAt'],
).properties
export const nuisancePageInput = Type.Object(paging, { additionalProperties: false })

export const nuisanceEndpoints = about('alarm', {
  page: endpoint({
    method: 'GET',
    path: 'web/nuisance/page',
    access: 'nuisance:view',
    input: nuisancePageInput,
    output: Type.Object({ list: Type.Array(nuisanceRow), falseAlarms: Type.Integer(), ...pageFacts }),
    summary: 'Detectors by their false alarms in a time, the worst first, with all false alarms of that time',
  }),
  export: endpoint({
    method: 'GET',
    path: 'web/nuisance/export',
    access: 'nuisance:export',
    input: exportInput(nuisancePageInput),
    output: exportStarted,
    summary: 'Export the ranking',
  }),
})
