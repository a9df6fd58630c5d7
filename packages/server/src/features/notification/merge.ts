/** The latest run that begins or waits at the same project, and whose window reaches beyond a new event. Moments are milliseconds. */
export interface MergingRun {
  readonly mergesUntil: number
  /** Nobody has been told of it yet, and it goes on. */
  readonly takesMore: boolean
}

/**
 * What becomes of an event of a rule that merges: it joins the run that waits, or begins one. The first is told at once, and further ones wait for the end of
 * its window, never for longer than one, whatever a clock says.
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
