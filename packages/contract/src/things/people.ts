import type { ThingFacts } from '../kernel/things.ts'

/** Things of the district people, part of `things`. */
export const peopleThings = {
  appVersion: { live: true },
  account: {},
  company: {},
  customer: {},
  ownSession: {},
  role: {},
  twoStep: {},
  viewer: {},
} as const satisfies Readonly<Record<string, ThingFacts>>
