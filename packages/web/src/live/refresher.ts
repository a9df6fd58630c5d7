/** Minimum time between two refetches of the same lists (ms). Longer for what nobody acts on. */
export const refreshIntervalMs = { fast: 500, slow: 3_000 } as const
/** A read that takes longer no longer delays the others, and nothing is refetched less often than this (ms). */
const timeoutMs = 3_000
/** Of the time that a storm takes, reading takes no more than one part of so many: a server that answers slowly is asked less. */
const parts = 3

const wait = (time: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, time))

/**
 * Refetches stale queries: immediately for a single event; in a storm at most once every `intervalMs`, and not before the last
 * answers have arrived, because refetching aborts a read, and one that is always aborted never answers.
 * @param refetch refetches the queries whose path starts with one of the prefixes; resolves when they have answered
 */
export const refresher = (intervalMs: number, refetch: (prefixes: readonly string[]) => Promise<unknown>) => {
  let due = new Set<string>()
  let waiting = false
  const run = async (): Promise<void> => {
    waiting = due.size > 0
    if (!waiting) return
    const prefixes = [...due]
    due = new Set()
    // Not the time of day: a clock set back would be waited for.
    const began = performance.now()
    const answered = refetch(prefixes).catch(() => undefined)
    await Promise.race([answered, wait(timeoutMs)])
    const took = performance.now() - began
    await wait(Math.max(intervalMs, Math.min(parts * took, timeoutMs)) - took)
    void run()
  }
  return (prefixes: readonly string[]): void => {
    for (const prefix of prefixes) due.add(prefix)
    if (!waiting) void run()
  }
}
