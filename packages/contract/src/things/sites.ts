import type { ThingFacts } from '../kernel/things.ts'

/** Things of the district sites, part of `things`. */
export const sitesThings = {
  project: { live: true },
  projectType: {},
} as const satisfies Readonly<Record<string, ThingFacts>>
