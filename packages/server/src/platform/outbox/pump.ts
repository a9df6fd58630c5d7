export interface PumpOptions<Args extends readonly unknown[]> {
  /** Claims for the free places and begins to send. Resolves to whether there may be more. */
  readonly fill: (...args: Args) => Promise<boolean>
  readonly stopping: AbortSignal
  readonly failed: (error: unknown) => void
  readonly ended?: () => void
}

/** Fills the free places of a lane. Never runs twice at once; a call meanwhile makes it look once more, with the arguments of the first. */
export const createPump = <Args extends readonly unknown[]>({
  fill,
  stopping,
  failed,
  ended,
}: PumpOptions<Args>): ((...args: Args) => Promise<void>) => {
  let isRunning = false
  let again = false
  return async (...args) => {
    again = true
    if (isRunning) return
    isRunning = true
    try {
      while (again && !stopping.aborted) {
        again = false
        if (await fill(...args)) again = true
      }
    } catch (error) {
      failed(error)
    } finally {
      isRunning = false
      ended?.()
    }
  }
}
