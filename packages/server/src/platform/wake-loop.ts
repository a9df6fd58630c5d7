import type { Logger } from 'pino'
import type { Notifications } from './database/notifications.ts'

export interface WakeLoopOptions {
  readonly notifications: Notifications
  /** Notified by the transaction that stores work. */
  readonly channel: string
  /** Also wakes up at this interval: for what becomes due, and for what was stored while nobody was listening. */
  readonly everyMs: number
  readonly work: () => Promise<void>
  /** The log message of a failed round. The next round tries again. */
  readonly failed: string
  readonly log: Pick<Logger, 'warn'>
}

export interface WakeLoop {
  start(): void
  /** Resolves when the current round has ended. */
  stop(): Promise<void>
}

/** Does stored work as soon as it is announced, one round after another. Several processes may do so: the work itself decides who takes what. */
export const createWakeLoop = ({ notifications, channel, everyMs, work, failed, log }: WakeLoopOptions): WakeLoop => {
  let stopped = false
  let pending = false
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
      const done = await work().then(
        () => true,
        (error: unknown) => {
          log.warn({ err: error }, failed)
          return false
        },
      )
      // A failed round is not repeated at once, however much is announced.
      if ((!pending || !done) && !stopped) await pause()
    }
  }

  return {
    start() {
      unsubscribe = notifications.subscribe(channel, { onNotification: announced, onReconnect: announced })
      running ??= run()
    },
    async stop() {
      stopped = true
      unsubscribe?.()
      wake?.()
      await running
    },
  }
}
