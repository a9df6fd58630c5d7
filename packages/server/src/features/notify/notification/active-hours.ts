import type { ActiveHours } from '@emberwatch/contract'

const minuteOf = (clock: string): number => {
  const [hour = 0, minute = 0] = clock.split(':').map(Number)
  return hour * 60 + minute
}

/** Whether a moment lies within hours. `to` before `from` reaches into the next day; equal times mean the whole day. */
export const isWithin = (hours: ActiveHours, timeZone: string, at: number): boolean => {
  const local = Temporal.Instant.fromEpochMilliseconds(at).toZonedDateTimeISO(timeZone)
  const now = local.hour * 60 + local.minute
  const [from, to] = [minuteOf(hours.from), minuteOf(hours.to)]
  const isDay = (day: number): boolean => hours.days.includes(day)
  const today = local.dayOfWeek
  if (from === to) return isDay(today)
  if (from < to) return isDay(today) && now >= from && now < to
  const yesterday = today === 1 ? 7 : today - 1
  return (isDay(today) && now >= from) || (isDay(yesterday) && now < to)
}

/** Hours in an unknown time zone are ignored: nobody is left unnotified because of them. */
const isReadable = (timeZone: string): boolean => {
  try {
    Temporal.Now.zonedDateTimeISO(timeZone)
    return true
  } catch {
    return false
  }
}

/** What is quiet at a moment: the rule outside its active hours, the project within its quiet hours. */
export const restsAt = (
  { active, quiet }: { readonly active: ActiveHours | null; readonly quiet: ActiveHours | null },
  timeZone: string,
  at: number,
) => {
  const isKnown = (active ?? quiet) !== null && isReadable(timeZone)
  return {
    quiet: active !== null && isKnown && !isWithin(active, timeZone, at),
    projectQuiet: quiet !== null && isKnown && isWithin(quiet, timeZone, at),
  }
}
