/** What a project's health is judged by. A value that is unknown costs nothing. */
export interface HealthFacts {
  readonly deviceCount: number
  /** Those whose silence is noticed, and how many of them are online. */
  readonly supervisedDevices: number
  readonly onlineDevices: number
  readonly openFaults: number
  /** False alarms per device and year. */
  readonly perDeviceYear: number | null
  readonly p90ResponseS: number | null
  /** How long the alarm has waited that has waited longest for its confirmation. */
  readonly longestWaitS: number | null
  readonly inspectionsPlanned: number
  readonly inspectionsDone: number
  readonly overdueOrders: number
  readonly remainingDays: number | null
}

/**
 * The parts of the score, which is 100 points. A part costs nothing at `best` or better, all of its weight at `worst` or worse, and in
 * proportion between them.
 */
export const healthParts = {
  /** Share of supervised devices that are online. */
  online: { weight: 40, best: 1, worst: 0.5 },
  /** Seconds to the confirmation of an alarm: the 90th percentile, or the longest present wait if that is longer. */
  response: { weight: 15, best: 90, worst: 900 },
  /** Open faults per device. */
  faults: { weight: 15, best: 0, worst: 0.2 },
  /** False alarms per device and year. */
  falseAlarms: { weight: 10, best: 0, worst: 1 },
  /** Share of planned inspections that are done. */
  inspections: { weight: 10, best: 1, worst: 0 },
  /** Overdue orders. */
  overdue: { weight: 5, best: 0, worst: 3 },
  /** Days until the maintenance ends. */
  service: { weight: 5, best: 30, worst: 0 },
} as const

export type HealthPart = keyof typeof healthParts
export const healthPartNames = Object.keys(healthParts) as HealthPart[]

/** The value of each part. Null: unknown. */
export const healthValues = (facts: HealthFacts): Record<HealthPart, number | null> => {
  const { deviceCount, supervisedDevices, onlineDevices, p90ResponseS, longestWaitS, inspectionsPlanned } = facts
  return {
    online: supervisedDevices === 0 ? null : onlineDevices / supervisedDevices,
    response: p90ResponseS === null ? longestWaitS : Math.max(p90ResponseS, longestWaitS ?? 0),
    faults: deviceCount === 0 ? null : facts.openFaults / deviceCount,
    falseAlarms: facts.perDeviceYear,
    inspections: inspectionsPlanned === 0 ? null : facts.inspectionsDone / inspectionsPlanned,
    overdue: facts.overdueOrders,
    service: facts.remainingDays,
  }
}

/** Whole points, rounded up: whatever is not at its best costs at least one. */
const costOf = ({ weight, best, worst }: (typeof healthParts)[HealthPart], value: number | null): number => {
  if (value === null) return 0
  const share = Math.min(1, Math.max(0, (value - best) / (worst - best)))
  // Without the last digits, which are an error of the division.
  return Math.ceil(Number((weight * share).toFixed(6)))
}

export interface HealthScore {
  /** 0 to 100. Null: without supervised devices there is nothing to judge. */
  readonly health: number | null
  /** The points that each part costs. They add up to 100 minus the score, unless the project is silent. */
  readonly costs: Readonly<Record<HealthPart, number>>
}

/** A project of whose supervised devices none is online has 0 points, whatever else is known. */
export const isSilent = ({
  supervisedDevices,
  onlineDevices,
}: Pick<HealthFacts, 'supervisedDevices' | 'onlineDevices'>): boolean => supervisedDevices > 0 && onlineDevices === 0

export const healthScoreOf = (facts: HealthFacts): HealthScore => {
  const values = healthValues(facts)
  const costs = Object.fromEntries(healthPartNames.map((part) => [part, costOf(healthParts[part], values[part])])) as Record<
    HealthPart,
    number
  >
  if (facts.supervisedDevices === 0) return { health: null, costs }
  if (isSilent(facts)) return { health: 0, costs }
  return { health: 100 - Object.values(costs).reduce((sum, cost) => sum + cost, 0), costs }
}
