import { CONTACT_ID, contactId } from '@emberwatch/device-link'
import type { DeviceBehaviour } from './behaviour.ts'

/** Manual call point: pressed by a person. */
export const manualCallPoint: DeviceBehaviour = {
  kind: 'manual_call_point',
  alarm: { format: CONTACT_ID, code: contactId('new', '115') },
  telemetry: (state) => ({ battery: state.battery }),
}
