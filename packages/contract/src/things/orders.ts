import type { ThingFacts } from '../kernel/things.ts'

/** Things of the district orders, part of `things`. */
export const ordersThings = {
  order: { live: true },
  feedback: { live: true },
  orderChecklist: {},
} as const satisfies Readonly<Record<string, ThingFacts>>
