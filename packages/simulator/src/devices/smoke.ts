import { CONTACT_ID, contactId } from '@emberwatch/device-link'
import { between } from '../random.ts'
import type { DeviceBehaviour } from './behaviour.ts'

/** Optical smoke detector: obscuration in %/m x 100, chamber soiling in percent. */
export const smoke: DeviceBehaviour = {
  kind: 'smoke',
  alarm: { format: CONTACT_ID, code: contactId('new', '111') },
  telemetry: (state, random) => ({
    battery: state.battery,
    obscuration: between(random, 0, 40),
    soiling: between(random, 3, 30),
  }),
  alarmValues: (random) => ({ obscuration: between(random, 350, 900) }),
}
