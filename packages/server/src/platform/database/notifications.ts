import { setTimeout as delay } from 'node:timers/promises'
import pg from 'pg'
import type { DatabaseLog } from './postgres-server.ts'

export interface Subscriber {
  /** A notification of the channel arrived. */
  heard(payload: string): void
  /** Listening began, or began again: whatever was notified before may have been missed. */
  missed(): void
}

export interface Notifications {
  /** Resolves when it listens, or when the first attempt failed; it goes on trying by itself. */
  start(): Promise<void>
  stop(): Promise<void>
  /** Hears a channel from now on, before or after `start`. Answers how to leave. */
  subscribe(channel: string, subscriber: Subscriber): () => void
  /** Whether notifications arrive now. */
  listening(): boolean
}

export interface NotificationsTiming {
  readonly firstPauseMs: number
  readonly longestPauseMs: number
  /** How often the connection is asked whether it still stands. */
  readonly checkEveryMs: number
  /** How long it may take to answer. */
  readonly answerMs: number
}

const usual: NotificationsTiming = { firstPauseMs: 200, longestPauseMs: 4_000, checkEveryMs: 2_000, answerMs: 3_000 }

/** Under this name the connection stands in pg_stat_activity. */
export const listenerName = 'emberwatch notifications'

/**
 * LISTEN for the whole process: one connection at a time, however many subscribe, and one loop that replaces it. A connection that is only half open is found
 * out by a query which it does not answer.
 */
export const createNotifications = (
  connection: pg.PoolConfig,
  log: DatabaseLog,
  timing: NotificationsTiming = usual,
): Notifications => {
  const channels = new Map<string, Set<Subscriber>>()
  const stopping = new AbortController()
  let client: pg.Client | undefined
  let running: Promise<void> | undefined

  const listen = (to: pg.Client, channel: string) => to.query(`listen ${pg.escapeIdentifier(channel)}`)

  /** Connects, listens, and keeps at it until the connection is lost or fails to answer. */
  const listenOnce = async (begun: () => void): Promise<void> => {
    const next = new pg.Client({
      ...connection,
      application_name: listenerName,
      connectionTimeoutMillis: timing.answerMs,
      query_timeout: timing.answerMs,
      keepAlive: true,
    })
    const lost = new AbortController()
    next.on('error', () => lost.abort())
    next.on('end', () => lost.abort())
    next.on('notification', ({ channel, payload }) => {
      for (const subscriber of channels.get(channel) ?? []) subscriber.heard(payload ?? '')
    })
    const signal = AbortSignal.any([lost.signal, stopping.signal])
    try {
      await next.connect()
      for (const channel of channels.keys()) await listen(next, channel)
      client = next
      begun()
      for (const subscribers of channels.values()) for (const subscriber of subscribers) subscriber.missed()
      for (;;) {
        await delay(timing.checkEveryMs, undefined, { signal }).catch(() => undefined)
        if (signal.aborted) return
        await next.query('select 1')
      }
    } finally {
      client = undefined
      // With a query unanswered this cuts the line at once; otherwise nobody need wait for a server that may be frozen.
      next.end().catch(() => undefined)
    }
  }

  const run = async (begun: () => void): Promise<void> => {
    let pause = timing.firstPauseMs
    while (!stopping.signal.aborted) {
      try {
        await listenOnce(() => {
          pause = timing.firstPauseMs
          begun()
        })
      } catch (error) {
        if (pause === timing.firstPauseMs) log.warn({ err: error }, 'notifications of the database are not heard; trying again')
      }
      begun()
      // Half of it by chance, so that a hundred processes do not come back at once.
      await delay(pause * (0.5 + Math.random() / 2), undefined, { signal: stopping.signal }).catch(() => undefined)
      pause = Math.min(pause * 2, timing.longestPauseMs)
    }
  }

  return {
    start() {
      const { promise, resolve } = Promise.withResolvers<void>()
      running ??= run(resolve)
      return promise
    },
    async stop() {
      stopping.abort()
      await running
    },
    subscribe(channel, subscriber) {
      const known = channels.get(channel)
      const subscribers = known ?? new Set()
      subscribers.add(subscriber)
      channels.set(channel, subscribers)
      const current = client
      // A failure here loses the connection, and the next one listens to every channel.
      if (current && !known)
        listen(current, channel).then(
          () => subscriber.missed(),
          () => void current.end().catch(() => undefined),
        )
      else if (current) subscriber.missed()
      return () => void subscribers.delete(subscriber)
    },
    listening: () => client !== undefined,
  }
}
