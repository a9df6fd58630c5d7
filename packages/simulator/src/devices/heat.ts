import { CONTACT_ID, contactId } from '@emberwatch/device-link'
import { between } from '../random.ts'
import type { DeviceBehaviour } from './behaviour.ts'

/** Heat detector: temperature in °C. */
export const heat: DeviceBehaviour = {
  kind: 'heat',
  alarm: { format: CONTACT_ID, code: contactId('new', '114') },
  telemetry: (state, random) => ({ battery: state.battery, temperature: between(random, 17, 31) }),
  alarmValues: (random) => ({ temperature: between(random, 58, 95) }),
}
