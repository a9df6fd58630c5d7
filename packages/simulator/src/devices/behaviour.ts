import type { CommandMessage, ReportItem } from '@emberwatch/device-link'
import type { Random } from '../random.ts'

export type Values = NonNullable<ReportItem['values']>

/** The state of a simulated device. */
export interface DeviceState {
  battery: number
  silenced: boolean
}

export type CommandResult = { result: 'ok' | 'refused' | 'failed'; message?: string; values?: Values }

/** How one kind of device behaves. Behaviours hold no state: the device's state is passed in. */
export interface DeviceBehaviour {
  kind: string
  /** Format and code of what this kind raises when it detects something. */
  alarm: { format: string; code: string }
  /** Its readings in normal operation. */
  telemetry(state: DeviceState, random: Random): Values
  /** Its readings while in alarm. */
  alarmValues?(random: Random): Values
  /** Answers a command. Undefined if it does not know it. */
  command?(state: DeviceState, command: CommandMessage): CommandResult | undefined
}

/** Commands that every kind knows. */
export function commonCommand(state: DeviceState, command: CommandMessage): CommandResult {
  switch (command.command) {
    case 'silence':
      state.silenced = true
      return { result: 'ok' }
    case 'reset':
      state.silenced = false
      return { result: 'ok' }
    case 'self_test':
      return { result: 'ok', values: { battery: state.battery } }
    default:
      return { result: 'refused', message: 'unknown command' }
  }
}
