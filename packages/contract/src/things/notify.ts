import type { ThingFacts } from '../kernel/things.ts'

/** Things of the district notify, part of `things`. */
export const notifyThings = {
  notifyRule: { live: true },
  notification: { live: true },
  messageTask: { live: true },
  duty: { live: true },
  notifyProvider: {},
} as const satisfies Readonly<Record<string, ThingFacts>>
