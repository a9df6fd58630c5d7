import { limits } from '@emberwatch/contract'

/**
 * Whether nothing was heard of a holder for so long that nobody has to wait for them. People who are present are heard from every minute. A
 * time in the future is from before the clock was set back.
 */
export const isAbsent = (seenAt: string, at: Date): boolean =>
  Math.abs(at.getTime() - Date.parse(seenAt)) > limits.deskAbsentMinutes * 60_000
