import { CONTACT_ID, contactId } from '@emberwatch/device-link'
import { between } from '../random.ts'
import type { DeviceBehaviour } from './behaviour.ts'

/** Combustible gas detector: concentration in percent of the lower explosive limit. */
export const gas: DeviceBehaviour = {
  kind: 'gas',
  alarm: { format: CONTACT_ID, code: contactId('new', '112') },
  telemetry: (state, random) => ({ battery: state.battery, gas: between(random, 0, 4) }),
  alarmValues: (random) => ({ gas: between(random, 22, 48) }),
}
