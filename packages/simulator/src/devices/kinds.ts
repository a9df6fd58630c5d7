import type { DeviceBehaviour } from './behaviour.ts'
import { flame } from './flame.ts'
import { gas } from './gas.ts'
import { heat } from './heat.ts'
import { manualCallPoint } from './manual-call-point.ts'
import { smoke } from './smoke.ts'
import { sounder } from './sounder.ts'
import { waterFlow } from './water-flow.ts'
import { waterPressure } from './water-pressure.ts'

const behaviours = [smoke, heat, manualCallPoint, waterFlow, flame, sounder, gas, waterPressure]

/** Every kind of device that can be simulated. */
export const DEVICE_KINDS: readonly string[] = behaviours.map(({ kind }) => kind)

const byKind = new Map(behaviours.map((behaviour) => [behaviour.kind, behaviour]))

/** Throws a RangeError for an unknown kind. */
export function behaviourOf(kind: string): DeviceBehaviour {
  const behaviour = byKind.get(kind)
  if (behaviour === undefined) throw new RangeError(`unknown device kind "${kind}"; known: ${DEVICE_KINDS.join(', ')}`)
  return behaviour
}
