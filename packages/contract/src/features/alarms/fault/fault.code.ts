import { alarmCode, parseAlarmCode } from '../alarm/alarm.code.ts'

/** The fault number: like an alarm's, but with an F. Derived, never stored. */
export const faultCode = (id: number, firstAt: string, timeZone: string): string =>
  alarmCode(id, firstAt, timeZone).replace(/^A/, 'F')

/** The id in a fault number and the time span that its day covers. Undefined if the text is not a fault number. */
export const parseFaultCode = (text: string): ReturnType<typeof parseAlarmCode> =>
  /^\s*F/i.test(text) ? parseAlarmCode(text.trim().replace(/^F/i, 'A')) : undefined
