/**
 * The words of GB/T 26875.3-2011, by their numbers on the wire (8.2, tables 4 to 10). They are parts of report codes, so they never change.
 */

/** Our name of the format. */
export const gb26875 = 'GB26875'

/** Commands (control unit, byte 26). */
export const commands = { control: 1, send: 2, confirm: 3, request: 4, answer: 5, deny: 6 } as const

/** Types of what a frame is about (table 4). */
export const contentTypes = {
  systemState: 1,
  componentState: 2,
  analog: 3,
  systemOperation: 4,
  systemVersion: 5,
  systemConfiguration: 6,
  componentConfiguration: 7,
  systemTime: 8,
  transmitterState: 21,
  transmitterOperation: 24,
  transmitterVersion: 25,
  transmitterConfiguration: 26,
  transmitterTime: 28,
  readSystemState: 61,
  readComponentState: 62,
  readAnalog: 63,
  readSystemOperations: 64,
  readSystemVersion: 65,
  readSystemConfiguration: 66,
  readComponentConfiguration: 67,
  readSystemTime: 68,
  readTransmitterState: 81,
  readTransmitterOperations: 84,
  readTransmitterVersion: 85,
  readTransmitterConfiguration: 86,
  readTransmitterTime: 88,
  initialise: 89,
  synchroniseClock: 90,
  checkDuty: 91,
} as const

/** The type of automatic fire alarm systems (8.2), for which most transmitters report. Their places go without it. */
export const fireAlarmSystem = 1

/** The first type that makers may give a meaning of their own, and the last. */
export const userTypes = { first: 128, last: 254 } as const

/** What a set bit of a state says. `restores`: when it is cleared, that is over; the others are news only when they are set. */
export interface StateBit {
  readonly bit: number
  readonly name: string
  readonly restores: boolean
}

const lasting = (bit: number, name: string): StateBit => ({ bit, name, restores: true })
const passing = (bit: number, name: string): StateBit => ({ bit, name, restores: false })

const commonBits: readonly StateBit[] = [
  lasting(1, 'fire'),
  lasting(2, 'fault'),
  lasting(3, 'shielded'),
  lasting(4, 'supervised'),
  passing(5, 'started'),
  passing(6, 'feedback'),
  passing(7, 'delayed'),
]

/** Bits of a system's state, type 1 (table 5). Bit 0: 1 normal, 0 test. Bit 11 is a mode: 1 manual, 0 automatic. */
export const systemBits: readonly StateBit[] = [
  ...commonBits,
  lasting(8, 'mainsFault'),
  lasting(9, 'batteryFault'),
  lasting(10, 'busFault'),
  passing(12, 'configurationChanged'),
  passing(13, 'reset'),
]
/** Bits of a component's state, type 2 (table 7). */
export const componentBits: readonly StateBit[] = [...commonBits, lasting(8, 'powerFault')]
/** Bits of the transmitter's own state, type 21 (table 9). */
export const transmitterBits: readonly StateBit[] = [
  lasting(1, 'fire'),
  lasting(2, 'fault'),
  lasting(3, 'mainsFault'),
  lasting(4, 'batteryFault'),
  lasting(5, 'channelFault'),
  lasting(6, 'lineFault'),
]

/** The bit that says that a system, a component or a transmitter works normally; otherwise it is being tested. */
export const normalBit = 0
/** The bit of a system's state that says that it is operated by hand. */
export const manualBit = 11

/** What somebody did at a panel, type 4 (table 8), by bit. */
export const systemOperations = ['reset', 'silence', 'manualAlarm', 'alarmCleared', 'selfTest', 'confirm', 'test'] as const
/** What somebody did at the transmitter, type 24 (table 10), by bit. */
export const transmitterOperations = [
  'reset',
  'silence',
  'manualAlarm',
  'alarmCleared',
  'selfTest',
  'dutyAnswer',
  'test',
] as const

/** Measured quantities of type 3 (table 6): the name of the value, and what one count stands for. */
export const analogTypes: Readonly<Record<number, { readonly name: string; readonly step: number; readonly unit: string }>> = {
  1: { name: 'count', step: 1, unit: '' },
  2: { name: 'height', step: 0.01, unit: 'm' },
  3: { name: 'temperature', step: 0.1, unit: '°C' },
  4: { name: 'pressure', step: 0.1, unit: 'MPa' },
  5: { name: 'pressure', step: 0.1, unit: 'kPa' },
  6: { name: 'gas', step: 0.1, unit: '%LEL' },
  7: { name: 'time', step: 1, unit: 's' },
  8: { name: 'voltage', step: 0.1, unit: 'V' },
  9: { name: 'current', step: 0.1, unit: 'A' },
  10: { name: 'flow', step: 0.1, unit: 'L/s' },
  11: { name: 'airFlow', step: 0.1, unit: 'm³/min' },
  12: { name: 'windSpeed', step: 1, unit: 'm/s' },
}
