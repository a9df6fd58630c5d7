import type { ThingFacts } from '../kernel/things.ts'

/** Things of the district partners, part of `things`. */
export const partnersThings = {
  openAccess: {},
  push: {},
} as const satisfies Readonly<Record<string, ThingFacts>>
