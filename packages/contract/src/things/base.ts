import type { ThingFacts } from '../kernel/things.ts'

/** Things of the district base, part of `things`. */
export const baseThings = {
  message: { live: true },
  export: { live: true },
  import: { live: true },
  apiConfig: {},
  menu: {},
  operatorPlatform: {},
  settings: {},
} as const satisfies Readonly<Record<string, ThingFacts>>
