import type { ThingFacts } from '../kernel/things.ts'

/** Things of the district equipment, part of `things`. */
export const equipmentThings = {
  device: { live: true, traced: true },
  gateway: { live: true, traced: true },
  command: { live: true },
  upgrade: { live: true },
  firmware: { live: true },
  deviceModel: {},
  recall: {},
  reportParam: {},
  upgradeTask: {},
} as const satisfies Readonly<Record<string, ThingFacts>>
