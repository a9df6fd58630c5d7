import type { EnumValue } from '../../../enums.ts'

/**
 * The product's own fault types that may hide an alarm: supervisory signals of extinguishing equipment (a running pump, a closed
 * valve), and whatever could not be read or is unknown.
 */
const doubtfulFaults: readonly string[] = ['supervisory', 'unreadable', 'unknownCode']

/** Whether an event is or may be an alarm of any level, so that quiet hours never hold it back. `faultCode`: code of the fault's type. */
export const eventMayBeAlarm = (event: EnumValue<'notifyEvent'>, faultCode: string | null): boolean =>
  event !== 'fault' || (faultCode !== null && doubtfulFaults.includes(faultCode))
