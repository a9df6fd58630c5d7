import { baseThings } from './things/base.ts'
import { peopleThings } from './things/people.ts'
import { sitesThings } from './things/sites.ts'
import { alarmsThings } from './things/alarms.ts'
import { equipmentThings } from './things/equipment.ts'
import { ordersThings } from './things/orders.ts'
import { notifyThings } from './things/notify.ts'
import { partnersThings } from './things/partners.ts'
import { overviewThings } from './things/overview.ts'
import { systemThings } from './things/system.ts'
import type { ThingFacts } from './kernel/things.ts'

const facts = {
  ...baseThings,
  ...peopleThings,
  ...sitesThings,
  ...alarmsThings,
  ...equipmentThings,
  ...ordersThings,
  ...notifyThings,
  ...partnersThings,
  ...overviewThings,
  ...systemThings,
} as const

/**
 * What reads show and writes change, by district. A console reads again what shows a thing after it has changed it, or when a live event says
 * so. As coarse as that is useful: what belongs to a site and is emitted with it is a `project`, too.
 */
export type Thing = keyof typeof facts
type LiveThing = { [T in Thing]: (typeof facts)[T] extends { readonly live: true } ? T : never }[Thing]

export const thingFacts: Readonly<Record<string, ThingFacts>> = facts
export const things = Object.keys(facts) as readonly Thing[]
/** Things of which live events tell every console that may see them. Each is a kind of live event. */
export const liveThings = things.filter((thing): thing is LiveThing => 'live' in facts[thing])

/** Of what figures about sites consist. */
export const siteThings = ['project', 'alarm', 'fault', 'order', 'device', 'gateway'] as const satisfies readonly Thing[]
