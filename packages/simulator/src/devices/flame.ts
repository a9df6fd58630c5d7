import { CONTACT_ID, contactId } from '@emberwatch/device-link'
import { between } from '../random.ts'
import type { DeviceBehaviour } from './behaviour.ts'

/** Infrared flame detector: radiation as percent of its threshold. */
export const flame: DeviceBehaviour = {
  kind: 'flame',
  alarm: { format: CONTACT_ID, code: contactId('new', '117') },
  telemetry: (state, random) => ({ battery: state.battery, radiation: between(random, 0, 12) }),
  alarmValues: (random) => ({ radiation: between(random, 100, 240) }),
}
