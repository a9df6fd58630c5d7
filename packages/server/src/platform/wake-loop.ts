import type { Logger } from 'pino'
import type { Notifications } from './database/notifications.ts'

export interface WakeLoopOptions {
  readonly notifications: Notifications
  /** Notified by the transaction that stores work. */
  readonly channel: string
  /** Also wakes up at this interval: for what becomes due, and for what was stored while nobody was listening. */
  readonly everyMs: number
  /** One round. True: the next one follows at once. */
  readonly work: () => Promise<boolean | void>
  /** The log message of a failed round. The next round tries again. */
  readonly failed: string
  readonly log: Pick<Logger, 'warn'>
}

export interface WakeLoop {
  start(): void
  /** Resolves when the current round has ended. */
  stop(): Promise<void>
  /** Whether a round has succeeded lately; for health, as every round may fail or hang. @param withinMs for rounds that may take longer */
  isWorking(withinMs?: number): boolean
}

/** If no round has succeeded for this long, what waits is not done (ms). */
const stalledMs = 60_000

/** Does stored work as soon as it is announced, one round after another. Several processes may do so: the work itself decides who takes what. */
export const createWakeLoop = ({ notifications, channel, everyMs, work, failed, log }: WakeLoopOptions): WakeLoop => {
  let stopped = false
  let pending = false
  let doneAt = -Infinity
  let wake: (() => void) | undefined
  let running: Promise<void> | undefined
  let unsubscribe: (() => void) | undefined

  const announced = (): void => {
    pending = true
    wake?.()
  }
  /** Shortened at random by up to a quarter: loops that wake at the same moment would each keep a database connection of 8 MB. */
  const pause = (): Promise<void> =>
    new Promise((resolve) => {
      const timer = setTimeout(resolve, everyMs * (1 - Math.random() / 4))
      wake = () => {
        clearTimeout(timer)
        resolve()
      }
    })
  const run = async (): Promise<void> => {
    while (!stopped) {
      pending = false
      try {
        const isMore = await work()
        doneAt = performance.now()
        if (isMore || pending) continue
      } catch (error) {
        // Not repeated at once, however much is announced.
        log.warn({ err: error }, failed)
      }
      if (!stopped) await pause()
    }
  }

  return {
    start() {
      doneAt = performance.now()
      unsubscribe = notifications.subscribe(channel, { onNotification: announced, onReconnect: announced })
      running ??= run()
    },
    async stop() {
      stopped = true
      unsubscribe?.()
      wake?.()
      await running
    },
    isWorking: (withinMs = stalledMs) => performance.now() - doneAt < withinMs,
  }
}
