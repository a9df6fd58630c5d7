import { CONTACT_ID, contactId } from '@emberwatch/device-link'
import { between } from '../random.ts'
import type { DeviceBehaviour } from './behaviour.ts'

/** Sprinkler water flow switch: pressure in kPa, flow in l/min. */
export const waterFlow: DeviceBehaviour = {
  kind: 'water_flow',
  alarm: { format: CONTACT_ID, code: contactId('new', '113') },
  telemetry: (state, random) => ({ battery: state.battery, pressure: between(random, 540, 620), flow: 0 }),
  alarmValues: (random) => ({ pressure: between(random, 300, 450), flow: between(random, 60, 200) }),
}
