import type { ActiveHours, EnumValue } from '@emberwatch/contract'
import type { StoredRule } from '../../../tables/notifications.tables.ts'

const minuteOf = (clock: string): number => {
  const [hour = 0, minute = 0] = clock.split(':').map(Number)
  return hour * 60 + minute
}

/** Whether a moment lies within hours. `to` before `from` reaches into the next day; equal times mean the whole day. */
export const isInHours = (hours: ActiveHours, timeZone: string, at: number): boolean => {
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
    quiet: active !== null && isKnown && !isInHours(active, timeZone, at),
    projectQuiet: quiet !== null && isKnown && isInHours(quiet, timeZone, at),
  }
}

/** The present state of an event. */
export interface CauseFact {
  readonly kind: EnumValue<'notifyEvent'>
  readonly clock: EnumValue<'alarmClock'> | null
  readonly fire: boolean
  readonly roundAt: number
  /** Null: it no longer exists. */
  readonly state: EnumValue<'alarmState'> | EnumValue<'faultState'> | null
  readonly test: boolean
  /** Since when a person who is present has taken the site. */
  readonly takenAt: number | null
}

type Stop = Extract<EnumValue<'runStop'>, 'taken' | 'confirmed' | 'closed' | 'solved' | 'onTest'>

/**
 * Why nobody needs to be notified of an event any more. If the site was taken before a fire, or before a response clock was exceeded, that
 * does not count, since it was taken for another reason. Once the clock for closing is exceeded, a confirmation no longer counts.
 */
export const stopped = ({ stopWhen }: Pick<StoredRule, 'stopWhen'>, cause: CauseFact): Stop | null => {
  const { kind, clock, state, test, takenAt } = cause
  if (kind === 'fault') return state === null || state === 'solved' ? 'solved' : test ? 'onTest' : null
  if (state === null || state === 'cleared' || state === 'misreport') return 'closed'
  if (test) return 'onTest'
  if (stopWhen === 'closed') return null
  if (state === 'confirmed' && !(kind === 'breach' && clock === 'close')) return 'confirmed'
  const mustBeNewer = cause.fire || kind === 'breach'
  return stopWhen === 'taken' && takenAt !== null && (!mustBeNewer || takenAt >= cause.roundAt) ? 'taken' : null
}

/** The latest run at the same project that is starting or waiting, and whose merge window extends beyond a new event. Moments are in milliseconds. */
export interface MergingRun {
  readonly mergesUntil: number
  /** Nobody has been notified by it yet, and it is still running. */
  readonly takesMore: boolean
}

/**
 * What happens to an event of a rule that merges: it joins the waiting run or starts one. The first event is notified at once; later ones
 * wait for the end of its window, never longer than one window, whatever the clock says.
 */
export const mergeOf = <R extends MergingRun>(
  open: R | undefined,
  begins: number,
  windowMs: number,
): { readonly joins: R } | { readonly startedAt: number; readonly mergesUntil: number } => {
  if (open?.takesMore) return { joins: open }
  const startedAt = open ? Math.min(open.mergesUntil, begins + windowMs) : begins
  return { startedAt, mergesUntil: startedAt + windowMs }
}
