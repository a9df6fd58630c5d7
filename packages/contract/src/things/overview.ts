import type { ThingFacts } from '../kernel/things.ts'

/** Things of the district overview, part of `things`. */
export const overviewThings = {
  kioskLink: {},
  setUp: {},
} as const satisfies Readonly<Record<string, ThingFacts>>
