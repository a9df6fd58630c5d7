import type { AlarmRow } from '@emberwatch/contract'

/** Time after a take-over in which another person is asked first, even if the holder is absent (ms; contract: limits.ts). */
const freshMs = 600_000

type Held = Pick<AlarmRow, 'holderId' | 'holderAbsent' | 'heldAt'>

/** Whether somebody else handles the site of an alarm: they are there, or took it over a few minutes ago and are on their way. */
export const isHeldByOther = ({ holderId, holderAbsent, heldAt }: Held, me: number | undefined, now = Date.now()): boolean =>
  holderId !== null && holderId !== me && (!holderAbsent || (heldAt !== null && now - Date.parse(heldAt) <= freshMs))
