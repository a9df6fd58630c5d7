import { CONTACT_ID, contactId } from '@emberwatch/device-link'
import { between } from '../random.ts'
import { commonCommand } from './behaviour.ts'
import type { DeviceBehaviour } from './behaviour.ts'

/** Alarm sounder: detects nothing, so its alarm is its own fault. It can be sounded. */
export const sounder: DeviceBehaviour = {
  kind: 'sounder',
  alarm: { format: CONTACT_ID, code: contactId('new', '373') },
  telemetry: (state, random) => ({ battery: state.battery, sounding: false, circuit: between(random, 980, 1020) }),
  command: (state, command) =>
    command.command === 'sound' ? { result: 'ok', values: { sounding: !state.silenced } } : commonCommand(state, command),
}
