/** Between two readings of the same lists (ms): they move no more than twice a second, and what nobody acts on even less. */
export const breaths = { now: 500, leisurely: 3_000 } as const
/** A read that takes longer holds up no other (ms). */
const patience = 3_000

const wait = (time: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, time))

/**
 * Asks stale reads again: a lone event's at once, under a storm no more often than once every `breath` ms, and not before the last answers are there:
 * asking anew cuts a read short, and one that is always cut short never answers.
 * @param again asks the reads whose path begins with one of the prefixes; resolves when they have answered
 */
export const refresher = (breath: number, again: (prefixes: readonly string[]) => Promise<unknown>) => {
  let due = new Set<string>()
  let resting = false
  const ask = async (): Promise<void> => {
    resting = due.size > 0
    if (!resting) return
    const prefixes = [...due]
    due = new Set()
    const answered = again(prefixes).catch(() => undefined)
    await Promise.all([wait(breath), Promise.race([answered, wait(patience)])])
    void ask()
  }
  return (prefixes: readonly string[]): void => {
    for (const prefix of prefixes) due.add(prefix)
    if (!resting) void ask()
  }
}
