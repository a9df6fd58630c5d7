/** The server sends something at least every four seconds, and each read is repeated within fifteen. */
const silentAfter = 10_000
const oldAfter = 25_000
/** From here on, numbers are no longer shown: nobody should read them as the present. */
const hiddenAfter = 60_000

export interface ScreenFacts {
  /** Nothing has been read yet. */
  readonly isLoading: boolean
  /** The last attempt to read it failed. */
  readonly isFailed: boolean
  /** For how long nothing has been read (ms). */
  readonly readAge: number
  readonly isLive: boolean
  /** For how long the server has sent nothing (ms). */
  readonly silence: number
  /** What the server reports that it cannot do. */
  readonly hasProblems: boolean
}

/** How old what the screen shows is. Only the present counts as healthy, and a read that failed is not the present from then on. */
export const freshnessOf = ({ isLoading, isFailed, readAge, isLive, silence, hasProblems }: ScreenFacts) => {
  const isCut = !isLive || silence > silentAfter
  const isUnread = !isLoading && (isFailed || readAge > oldAfter)
  const age = Math.max(isCut ? silence : 0, isUnread ? readAge : 0)
  // A reconnection of a second or two is no news.
  const isOld = isUnread || hasProblems || (isCut && age > 3_000)
  const state = isLoading ? 'loading' : !isOld ? 'live' : age > hiddenAfter ? 'hidden' : 'old'
  return { state, isCut, isUnread, seconds: Math.round(age / 1_000) } as const
}

/** The clock of the page is updated once a second, and answers may come meanwhile (ms). */
const tolerance = 5_000
/** So long that figures are hidden (ms). */
const unknownAge = 3_600_000

/**
 * How long ago something was (ms). A time in the future is from before the clock was set back, so nobody knows: it counts as too long
 * ago. Otherwise a screen would show the last figures as the present until its clock gets there.
 */
export const ageOf = (at: number, now: number): number => (at > now + tolerance ? unknownAge : Math.max(0, now - at))
