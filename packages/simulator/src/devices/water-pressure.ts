import { CONTACT_ID, contactId } from '@emberwatch/device-link'
import { between } from '../random.ts'
import type { DeviceBehaviour } from './behaviour.ts'

/** Pressure sensor of hydrants and sprinklers, in kPa. Low pressure is a supervisory fault, not a fire. */
export const waterPressure: DeviceBehaviour = {
  kind: 'water_pressure',
  alarm: { format: CONTACT_ID, code: contactId('new', '201') },
  telemetry: (state, random) => ({ battery: state.battery, pressure: between(random, 540, 620) }),
  alarmValues: (random) => ({ pressure: between(random, 90, 210) }),
}
