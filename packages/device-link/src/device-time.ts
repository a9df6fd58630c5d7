const LATEST_TIME = Date.parse('9999-12-31T23:59:59.999Z')
/** Longest accepted text; ISO 8601 with offset and fraction is shorter. */
const MAX_TIME_LENGTH = 40

/**
 * Parses a device's clock reading (ISO 8601). Undefined for anything else: missing, null, a number, a text that is not a date, or
 * a year outside 1970 to 9999. A wrong clock never costs a report.
 */
export function parseDeviceTime(time: unknown): Date | undefined {
  if (typeof time !== 'string' || time.length > MAX_TIME_LENGTH) return undefined
  const milliseconds = Date.parse(time)
  return milliseconds >= 0 && milliseconds <= LATEST_TIME ? new Date(milliseconds) : undefined
}
