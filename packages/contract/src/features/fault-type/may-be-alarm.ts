import type { EnumValue } from '../../kernel/enums.ts'

/**
 * The product's own types of faults behind which there may be an alarm: supervision of what puts fires out (a pump that runs, a valve that was closed),
 * and what could not be read or is not known.
 */
const doubtfulFaults: readonly string[] = ['supervisory', 'unreadable', 'unknownCode']

/** Whether an event is an alarm of whatever level, or may be one: nobody's quiet hours hold it back. `faultCode`: of the fault's type. */
export const mayBeAlarm = (event: EnumValue<'notifyEvent'>, faultCode: string | null): boolean =>
  event !== 'fault' || (faultCode !== null && doubtfulFaults.includes(faultCode))
