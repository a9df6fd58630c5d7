/** A browser whose storage is blocked has locks, but refuses them. */
const canLock = async (locks: LockManager | undefined): Promise<boolean> => {
  try {
    return (await locks?.query()) !== undefined
  } catch {
    return false
  }
}

/**
 * Runs `work` unless another tab is already running it, and returns whether it ran. If the browser has no locks (a page without
 * https), only this tab is protected: if two tabs send the same step, the server still takes it only once.
 */
let running = false
let again = false

export const heldBy = async (name: string, work: () => Promise<void>): Promise<boolean> => {
  if (running) {
    again = true
    return true
  }
  running = true
  try {
    let ran = true
    const run = async (free: boolean) => {
      ran = free
      if (free) await work()
    }
    do {
      again = false
      // The types do not consider pages without https.
      const locks = navigator.locks as LockManager | undefined
      if (!(await canLock(locks))) await run(true)
      else await locks?.request(name, { ifAvailable: true }, (lock) => run(lock !== null))
    } while (again)
    return ran
  } finally {
    running = false
  }
}
