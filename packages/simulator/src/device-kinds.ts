import { type CommandMessage, type ReportItem, contactIdFormat, contactId } from '@emberwatch/device-link'
import { type Random, between } from './random.ts'

export type Values = NonNullable<ReportItem['values']>

/** The state of a simulated device. */
export interface DeviceState {
  battery: number
  silenced: boolean
}

export type CommandResult = { result: 'ok' | 'refused' | 'failed'; message?: string; values?: Values }

/** How one kind of device behaves. Behaviours hold no state: the device's state is passed in. */
export interface DeviceBehaviour {
  readonly kind: string
  /** Format and code of what this kind raises when it detects something. */
  readonly alarm: { format: string; code: string }
  /** Its readings in normal operation. */
  telemetry(state: DeviceState, random: Random): Values
  /** Its readings while in alarm. */
  alarmValues?(random: Random): Values
  /** Answers a command. Undefined if it does not know it. */
  command?(state: DeviceState, command: CommandMessage): CommandResult | undefined
}

/** Commands that every kind knows. */
export const commonCommand = (state: DeviceState, command: CommandMessage): CommandResult => {
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

/** Optical smoke detector: obscuration in %/m x 100, chamber soiling in percent. */
const smoke: DeviceBehaviour = {
  kind: 'smoke',
  alarm: { format: contactIdFormat, code: contactId('new', '111') },
  telemetry: (state, random) => ({
    battery: state.battery,
    obscuration: between(random, 0, 40),
    soiling: between(random, 3, 30),
  }),
  alarmValues: (random) => ({ obscuration: between(random, 350, 900) }),
}

/** Heat detector: temperature in °C. */
const heat: DeviceBehaviour = {
  kind: 'heat',
  alarm: { format: contactIdFormat, code: contactId('new', '114') },
  telemetry: (state, random) => ({ battery: state.battery, temperature: between(random, 17, 31) }),
  alarmValues: (random) => ({ temperature: between(random, 58, 95) }),
}

/** Manual call point: pressed by a person. */
const manualCallPoint: DeviceBehaviour = {
  kind: 'manual_call_point',
  alarm: { format: contactIdFormat, code: contactId('new', '115') },
  telemetry: (state) => ({ battery: state.battery }),
}

/** Sprinkler water flow switch: pressure in kPa, flow in l/min. */
const waterFlow: DeviceBehaviour = {
  kind: 'water_flow',
  alarm: { format: contactIdFormat, code: contactId('new', '113') },
  telemetry: (state, random) => ({ battery: state.battery, pressure: between(random, 540, 620), flow: 0 }),
  alarmValues: (random) => ({ pressure: between(random, 300, 450), flow: between(random, 60, 200) }),
}

/** Infrared flame detector: radiation as percent of its threshold. */
const flame: DeviceBehaviour = {
  kind: 'flame',
  alarm: { format: contactIdFormat, code: contactId('new', '117') },
  telemetry: (state, random) => ({ battery: state.battery, radiation: between(random, 0, 12) }),
  alarmValues: (random) => ({ radiation: between(random, 100, 240) }),
}

/** Alarm sounder: detects nothing, so its alarm is its own fault. It can be sounded. */
const sounder: DeviceBehaviour = {
  kind: 'sounder',
  alarm: { format: contactIdFormat, code: contactId('new', '373') },
  telemetry: (state, random) => ({ battery: state.battery, sounding: false, circuit: between(random, 980, 1020) }),
  command: (state, command) =>
    command.command === 'sound' ? { result: 'ok', values: { sounding: !state.silenced } } : commonCommand(state, command),
}

/** Combustible gas detector: concentration in percent of the lower explosive limit. */
const gas: DeviceBehaviour = {
  kind: 'gas',
  alarm: { format: contactIdFormat, code: contactId('new', '112') },
  telemetry: (state, random) => ({ battery: state.battery, gas: between(random, 0, 4) }),
  alarmValues: (random) => ({ gas: between(random, 22, 48) }),
}

/** Pressure sensor of hydrants and sprinklers, in kPa. Low pressure is a supervisory fault, not a fire. */
const waterPressure: DeviceBehaviour = {
  kind: 'water_pressure',
  alarm: { format: contactIdFormat, code: contactId('new', '201') },
  telemetry: (state, random) => ({ battery: state.battery, pressure: between(random, 540, 620) }),
  alarmValues: (random) => ({ pressure: between(random, 90, 210) }),
}

const behaviours = [smoke, heat, manualCallPoint, waterFlow, flame, sounder, gas, waterPressure]

/** Every kind of device that can be simulated. */
export const deviceKinds: readonly string[] = behaviours.map(({ kind }) => kind)

const byKind = new Map(behaviours.map((behaviour) => [behaviour.kind, behaviour]))

/** Throws a RangeError for an unknown kind. */
export const behaviourOf = (kind: string): DeviceBehaviour => {
  const behaviour = byKind.get(kind)
  if (behaviour === undefined) throw new RangeError(`unknown device kind "${kind}"; known: ${deviceKinds.join(', ')}`)
  return behaviour
}
