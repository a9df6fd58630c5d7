/** Minimum time between two refetches of the same queries (ms). Longer for data that nobody acts on. */
export const refreshIntervalMs = { fast: 500, slow: 3_000, calm: 5_000 } as const
/** A query slower than this no longer delays the others, and nothing is refetched less often than this (ms). */
const timeoutMs = 3_000
/** Reading takes at most one part in this many of the time of a storm, so that a slow server gets fewer requests. */
const parts = 3

const wait = (time: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, time))

/**
 * Refetches stale queries: immediately for a single event; in a storm at most once every `intervalMs`, and not before the last
 * answers have arrived, because a refetch aborts a read, and one that is always aborted never answers.
 * @param refetch refetches what these have made stale; resolves when it has been answered
 */
export const refresher = <Cause>(intervalMs: number, refetch: (causes: readonly Cause[]) => Promise<unknown>) => {
  let due = new Set<Cause>()
  let waiting = false
  const run = async (): Promise<void> => {
    waiting = due.size > 0
    if (!waiting) return
    const causes = [...due]
    due = new Set()
    // Independent of the time of day, because a clock that is set back would delay the refetch.
    const began = performance.now()
    const answered = refetch(causes).catch(() => undefined)
    await Promise.race([answered, wait(timeoutMs)])
    const took = performance.now() - began
    await wait(Math.max(intervalMs, Math.min(parts * took, timeoutMs)) - took)
    void run()
  }
  return (causes: Iterable<Cause>): void => {
    for (const cause of causes) due.add(cause)
    if (!waiting) void run()
  }
}
