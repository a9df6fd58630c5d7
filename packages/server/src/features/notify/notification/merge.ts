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
