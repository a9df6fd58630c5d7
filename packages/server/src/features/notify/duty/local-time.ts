const clockOf = (text: string): Temporal.PlainTime => Temporal.PlainTime.from(text)

/**
 * The instant at which clocks in a zone show a day and time. Monotonic: a later reading never gives an earlier instant, so shifts that meet
 * on the clock meet in time. A time that is skipped maps to the moment of the change; a time that occurs twice maps to the first.
 */
export const instantOf = (day: Temporal.PlainDate, clock: string, timeZone: string): number => {
  const reading = day.toPlainDateTime(clockOf(clock))
  const first = reading.toZonedDateTime(timeZone, { disambiguation: 'earlier' })
  if (first.toPlainDateTime().equals(reading)) return first.epochMilliseconds
  return first.getTimeZoneTransition('next')?.epochMilliseconds ?? first.epochMilliseconds
}

/** The calendar day of an instant in a time zone. */
export const dayAt = (at: number, timeZone: string): Temporal.PlainDate =>
  Temporal.Instant.fromEpochMilliseconds(at).toZonedDateTimeISO(timeZone).toPlainDate()
