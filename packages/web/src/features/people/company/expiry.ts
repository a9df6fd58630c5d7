const day = 86_400_000

/** Days until a company's service ends, including the last one. 0 or less if it has ended. */
export const daysLeft = (expiresAt: string, now: number): number => Math.ceil((Date.parse(expiresAt) - now) / day) + 0 // + 0: never -0

/** The end is near from this many days on (screens.md section 2: amber at 30). */
export const nearDays = 30
