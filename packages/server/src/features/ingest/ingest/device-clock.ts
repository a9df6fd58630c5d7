import { isBelievable, parseDeviceTime } from '@emberwatch/device-link'
import { toStorableText } from './storable-text.ts'

/** A device's clock reading. It is shown, and decides nothing. */
export interface DeviceTime {
  /** Undefined if it cannot be read. */
  at: Date | undefined
  /** As it was sent, if it cannot be read. */
  readonly sent: string | null
  /** It cannot be read, lies too far back, or had not come yet. */
  readonly isDoubtful: boolean
}

const maxLength = 40
const none: DeviceTime = { at: undefined, sent: null, isDoubtful: false }

/** Reads a clock reading. Without a zone, it is the time at the place. */
export const readDeviceTime = (time: unknown, timeZone: string, receivedAt: Date): DeviceTime => {
  if (time === undefined || time === null || time === '') return none
  const at = parseDeviceTime(time, timeZone)
  if (at !== undefined) return { at, sent: null, isDoubtful: !isBelievable(at, receivedAt) }
  const text = typeof time === 'string' ? time : JSON.stringify(time)
  return { at, sent: toStorableText(text.slice(0, maxLength)), isDoubtful: true }
}
