const clockOf = (text: string): Temporal.PlainTime => Temporal.PlainTime.from(text)

/**
 * The instant at which the clocks of a zone show a day and time, such that a later reading is never an earlier instant: boundaries of shifts that meet on
 * the clock meet in time. A time that clocks skip is the moment at which they skip it; one that they show twice is the first.
 */
export const instantOf = (day: Temporal.PlainDate, clock: string, timeZone: string): number => {
  const reading = day.toPlainDateTime(clockOf(clock))
  const first = reading.toZonedDateTime(timeZone, { disambiguation: 'earlier' })
  if (first.toPlainDateTime().equals(reading)) return first.epochMilliseconds
  return first.getTimeZoneTransition('next')?.epochMilliseconds ?? first.epochMilliseconds
}

/** The day on the clocks of a zone at an instant. */
export const dayAt = (at: number, timeZone: string): Temporal.PlainDate =>
  Temporal.Instant.fromEpochMilliseconds(at).toZonedDateTimeISO(timeZone).toPlainDate()
