import { healthWarnings, type endpoints, type HealthProblem, type OutputOf } from '@emberwatch/contract'

type Counts = Pick<
  OutputOf<typeof endpoints.home.figures>,
  'openAlarms' | 'openFaults' | 'devicesOnline' | 'devicesOffline' | 'gatewaysOnline' | 'gatewaysOffline' | 'devicesOf'
>

/** Figures older than this are not those of now: three reads of them have failed or hang (ms). */
export const stateMs = 90_000

interface Known {
  /** The live connection is there. */
  readonly isLive: boolean
  /** What the server says that it cannot do. */
  readonly problems: readonly HealthProblem[]
  /** How old the figures are (ms). */
  readonly age: number
  /** Open alarms as the live list has them, which is never as old as the figures. Undefined: the caller may not read it. */
  readonly alarms: { readonly total: number; readonly failed: string | undefined } | undefined
}

export type CustomerState = 'alarm' | 'unknown' | 'trouble' | 'none' | 'well'

/**
 * Whether everything is all right: only while that is known, something is supervised, and nothing is silent. A known alarm is said even if
 * nothing else is known. Without `figures`, they could not be read.
 */
export const customerState = (figures: Counts | undefined, { isLive, problems, age, alarms }: Known): CustomerState => {
  if ((figures?.openAlarms ?? 0) + (alarms?.total ?? 0) > 0) return 'alarm'
  const isWorking = problems.every((problem) => healthWarnings.includes(problem))
  if (!figures || !isLive || !isWorking || age > stateMs || alarms?.failed !== undefined) return 'unknown'
  const { alarm, fault, lowPower } = figures.devicesOf
  if (figures.openFaults + figures.devicesOffline + figures.gatewaysOffline + alarm + fault + lowPower > 0) return 'trouble'
  return figures.devicesOnline + figures.gatewaysOnline > 0 ? 'well' : 'none'
}
