import type { EnumValue } from '@emberwatch/contract'
import type { StoredRule } from '../../../tables/notifications.tables.ts'

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
