import type { ThingFacts } from '../kernel/things.ts'

/** Things of the district system, part of `things`. */
export const systemThings = {
  handOver: {},
} as const satisfies Readonly<Record<string, ThingFacts>>
