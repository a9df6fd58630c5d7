import { setTimeout as delay } from 'node:timers/promises'
import { sql, type Kysely } from 'kysely'
import pg from 'pg'
import type { Tables } from '../../tables/index.ts'
import type { DatabaseLog } from './postgres-server.ts'

export interface Subscriber {
  /** A notification of the channel arrived. */
  onNotification(payload: string): void
  /** Called when listening starts or restarts: notifications before that may have been missed. */
  onReconnect(): void
}

export interface Notifications {
  /** Resolves when it is listening or when the first attempt failed. It keeps retrying by itself. */
  start(): Promise<void>
  stop(): Promise<void>
  /** Subscribes to a channel, before or after `start`. Returns the unsubscribe function. */
  subscribe(channel: string, subscriber: Subscriber): () => void
  /** Whether notifications arrive now. */
  listening(): boolean
}

export interface NotificationsTiming {
  readonly initialBackoffMs: number
  readonly maxBackoffMs: number
  /** How often the connection is checked. */
  readonly checkIntervalMs: number
  /** How long the check may take. */
  readonly timeoutMs: number
}

const defaultTiming: NotificationsTiming = {
  initialBackoffMs: 200,
  maxBackoffMs: 4_000,
  checkIntervalMs: 2_000,
  timeoutMs: 3_000,
}

/** Wakes those who listen to a channel, in every process, once the transaction has committed. Each channel is named once, by the owner of its rows. */
export const announce = async (db: Kysely<Tables>, channel: string, payload = ''): Promise<void> => {
  await sql`select pg_notify(${channel}, ${payload})`.execute(db)
}

/** The connection's application name in pg_stat_activity. */
export const listenerName = 'emberwatch notifications'

/**
 * LISTEN for the whole process: one connection at a time, however many subscribers, and one loop that replaces it. A half-open
 * connection is detected by a query that it does not answer.
 */
export const createNotifications = (
  connection: pg.PoolConfig,
  log: DatabaseLog,
  timing: NotificationsTiming = defaultTiming,
): Notifications => {
  const channels = new Map<string, Set<Subscriber>>()
  const stopping = new AbortController()
  let client: pg.Client | undefined
  let running: Promise<void> | undefined

  // A client takes one statement at a time.
  let last: Promise<unknown> = Promise.resolve()
  const query = (to: pg.Client, statement: string): Promise<unknown> =>
    (last = last.catch(() => undefined).then(() => to.query(statement)))
  const listen = (to: pg.Client, channel: string) => query(to, `listen ${pg.escapeIdentifier(channel)}`)

  /** Connects, listens, and stays until the connection is lost or does not answer. */
  const listenOnce = async (onAttempted: () => void): Promise<void> => {
    const next = new pg.Client({
      ...connection,
      application_name: listenerName,
      connectionTimeoutMillis: timing.timeoutMs,
      query_timeout: timing.timeoutMs,
      keepAlive: true,
    })
    const lost = new AbortController()
    next.on('error', () => lost.abort())
    next.on('end', () => lost.abort())
    next.on('notification', ({ channel, payload }) => {
      for (const subscriber of channels.get(channel) ?? []) subscriber.onNotification(payload ?? '')
    })
    const signal = AbortSignal.any([lost.signal, stopping.signal])
    try {
      await next.connect()
      for (const channel of channels.keys()) await listen(next, channel)
      client = next
      onAttempted()
      for (const subscribers of channels.values()) for (const subscriber of subscribers) subscriber.onReconnect()
      for (;;) {
        await delay(timing.checkIntervalMs, undefined, { signal }).catch(() => undefined)
        if (signal.aborted) return
        await query(next, 'select 1')
      }
    } finally {
      client = undefined
      // With a pending query this cuts the connection immediately. Otherwise nobody has to wait for a server that may be frozen.
      next.end().catch(() => undefined)
    }
  }

  const run = async (onAttempted: () => void): Promise<void> => {
    let backoffMs = timing.initialBackoffMs
    while (!stopping.signal.aborted) {
      try {
        await listenOnce(() => {
          backoffMs = timing.initialBackoffMs
          onAttempted()
        })
      } catch (error) {
        if (backoffMs === timing.initialBackoffMs) log.warn({ err: error }, 'database notifications are not received; retrying')
      }
      onAttempted()
      // With jitter, so that a hundred processes do not reconnect at once.
      await delay(backoffMs * (0.5 + Math.random() / 2), undefined, { signal: stopping.signal }).catch(() => undefined)
      backoffMs = Math.min(backoffMs * 2, timing.maxBackoffMs)
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
      // A failure here drops the connection, and the next one listens to every channel.
      if (current && !known)
        listen(current, channel).then(
          () => subscriber.onReconnect(),
          () => void current.end().catch(() => undefined),
        )
      else if (current) subscriber.onReconnect()
      return () => void subscribers.delete(subscriber)
    },
    listening: () => client !== undefined,
  }
}
