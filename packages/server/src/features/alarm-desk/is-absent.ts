import { limits } from '@emberwatch/contract'

/**
 * Nothing was heard of a holder for so long that nobody has to wait for them. Who is there is heard every minute: a time that is yet to come is from before
 * the clock was set back.
 */
export const isAbsent = (seenAt: string, at: Date): boolean =>
  Math.abs(at.getTime() - Date.parse(seenAt)) > limits.deskAbsentMinutes * 60_000
