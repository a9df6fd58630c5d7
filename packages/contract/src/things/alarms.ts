import type { ThingFacts } from '../kernel/things.ts'

/** Things of the district alarms, part of `things`. */
export const alarmsThings = {
  alarm: { live: true, traced: true, urgent: ['raised', 'raisedAgain'] },
  fault: { live: true, traced: true },
  alarmType: {},
  faultType: {},
} as const satisfies Readonly<Record<string, ThingFacts>>
