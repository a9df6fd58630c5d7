/**
 * Runs `work` unless another tab is at it. Where the browser has no locks (a page without https), only this tab is looked after:
 * should two of them send the same step, the server still takes it once.
 */
let running = false
let again = false

export const heldBy = async (name: string, work: () => Promise<void>): Promise<void> => {
  if (running) {
    again = true
    return
  }
  running = true
  try {
    do {
      again = false
      // The types do not know pages without https.
      const locks = navigator.locks as LockManager | undefined
      await (locks ? locks.request(name, { ifAvailable: true }, (lock) => (lock ? work() : undefined)) : work())
    } while (again)
  } finally {
    running = false
  }
}
