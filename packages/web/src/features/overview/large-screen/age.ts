/** The clock of the page is updated once a second, and answers may come meanwhile (ms). */
const tolerance = 5_000
/** So long that figures are hidden (ms). */
const unknownAge = 3_600_000

/**
 * How long ago something was (ms). A time in the future is from before the clock was set back, so nobody knows: it counts as too long
 * ago. Otherwise a screen would show the last figures as the present until its clock gets there.
 */
export const ageOf = (at: number, now: number): number => (at > now + tolerance ? unknownAge : Math.max(0, now - at))
