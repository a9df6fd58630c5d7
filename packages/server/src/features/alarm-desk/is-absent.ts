import { limits } from '@emberwatch/contract'

/** Nothing was heard of a holder for so long that nobody has to wait for them. */
export const isAbsent = (seenAt: string, at: Date): boolean =>
  at.getTime() - Date.parse(seenAt) > limits.deskAbsentMinutes * 60_000
