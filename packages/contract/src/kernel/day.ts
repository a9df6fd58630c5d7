const calendars = new Map<string, Intl.DateTimeFormat>()

/** The Swedish locale formats dates like ISO 8601. Cached: creating a formatter takes longer than using it a thousand times. */
const calendarOf = (timeZone: string): Intl.DateTimeFormat => {
  const calendar = calendars.get(timeZone) ?? new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short' })
  calendars.set(timeZone, calendar)
  return calendar
}

/**
 * The calendar day (YYYY-MM-DD) of an instant in a time zone.
 * @param at a Date, or ISO 8601
 * @param timeZone IANA name
 * @throws RangeError for a zone or an instant that does not exist
 */
export const dayIn = (at: Date | string, timeZone: string): string => calendarOf(timeZone).format(new Date(at))
