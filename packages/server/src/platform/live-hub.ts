import type { LiveEvent } from '@emberwatch/contract'
import type { Kysely } from 'kysely'
import type { Logger } from 'pino'
import type { Tables } from '../tables/index.ts'
import type { Notifications } from './database/notifications.ts'
import { isBelow, type Scope } from './database/scope.ts'
import { LiveEventReader, type StoredEvent } from './live-events.ts'
import { idsOf, notice } from './tracing/spans.ts'
import { liveChannel } from './transact.ts'

/** One console on the stream. */
export interface Listener {
  readonly scope: Scope
  readonly accountId: number
  readonly companyPath: string
  /** The session's token hash, hex. When the session ends, the stream is closed. */
  readonly session: string
  /** The devices bound to an ordinary user. */
  readonly devices: ReadonlySet<number>
  readonly deliver: (events: LiveEvent[], cursor: string) => boolean
  readonly end: () => void
}

export interface LiveHub {
  start(): Promise<void>
  stop(): Promise<void>
  /** Adds a listener. With a cursor it first gets what it missed. Returns the function that removes it. */
  join(listener: Listener, cursor: string | null): Promise<() => void>
  listeners(): number
}

/**
 * At most ten frames a second (architecture.md, "How an event reaches people"). The first one after a pause is sent immediately.
 */
const frameGapMs = 100
const framesPerSecond = 1_000 / frameGapMs
const replayLimit = 1_000

/** An alarm does not wait for the gap between frames, only for the limit per second. */
const isUrgent = ({ kind, change }: StoredEvent): boolean => kind === 'alarm' && (change === 'raised' || change === 'raisedAgain')

interface Outbox {
  pending: StoredEvent[]
  /** What it missed is being read. Pending events wait for that. */
  replaying: boolean
  timer: NodeJS.Timeout | undefined
  /** When the timer fires (monotonic ms). */
  dueAt: number
  /** When the latest frames were sent (monotonic ms), as many as are allowed per second, oldest first. */
  readonly sentAt: number[]
}

/** When the next frame may be sent (monotonic ms). */
const nextFrameAt = ({ sentAt }: Outbox, urgent: boolean): number => {
  const last = sentAt.at(-1) ?? -Infinity
  if (!urgent) return last + frameGapMs
  const [oldest] = sentAt
  return oldest === undefined || sentAt.length < framesPerSecond ? -Infinity : oldest + 1_000
}

const visibleTo = (event: StoredEvent, listener: Listener): boolean => {
  // Lists the sessions that ended. Handled here right away, and not sent to anybody.
  if (event.kind === 'session') return false
  if (event.account_id !== null) return event.account_id === listener.accountId
  const { scope } = listener
  switch (scope.kind) {
    case 'system':
      return true
    case 'company':
      if (scope.ownPath !== undefined) return event.path === scope.ownPath
      return scope.depth === 1 || isBelow(event.path, listener.companyPath)
    case 'customer':
      return event.customer_id === scope.customerId
    case 'user':
      return event.device_id !== null && listener.devices.has(event.device_id)
    default:
      return false
  }
}

const toLive = (event: StoredEvent): LiveEvent => ({
  kind: event.kind,
  id: event.object_id,
  change: event.change,
  data: event.data,
})

/**
 * Delivers committed events to the consoles of this process. Events are rows of live_event. One NOTIFY per transaction wakes
 * every process, which reads what is new (live-events.ts). A resuming console first gets what it missed; newer events wait behind
 * that.
 */
export const createLiveHub = (notifications: Notifications, db: Kysely<Tables>, log: Logger): LiveHub => {
  const listeners = new Map<Listener, Outbox>()
  const reader = new LiveEventReader(db)
  let stopped = false
  let reading: Promise<void> | undefined
  let again = false
  let unsubscribe: (() => void) | undefined

  const remove = (listener: Listener): void => {
    clearTimeout(listeners.get(listener)?.timer)
    listeners.delete(listener)
  }

  const flush = (listener: Listener): void => {
    const state = listeners.get(listener)
    if (!state) return
    clearTimeout(state.timer)
    state.timer = undefined
    if (state.pending.length === 0) return
    const events = state.pending
    state.pending = []
    state.sentAt.push(performance.now())
    if (state.sentAt.length > framesPerSecond) state.sentAt.shift()
    if (listener.deliver(events.map(toLive), reader.cursor)) return
    remove(listener)
    listener.end()
  }

  const queue = (listener: Listener, events: readonly StoredEvent[]): void => {
    const state = listeners.get(listener)
    if (!state || events.length === 0) return
    for (const event of events) state.pending.push(event)
    if (state.replaying) return
    const dueAt = nextFrameAt(state, events.some(isUrgent))
    if (state.timer && state.dueAt <= dueAt) return
    clearTimeout(state.timer)
    const wait = dueAt - performance.now()
    if (wait <= 0) return flush(listener)
    state.dueAt = dueAt
    state.timer = setTimeout(() => flush(listener), wait)
  }

  const readNew = async (): Promise<void> => {
    const { events, more } = await reader.read()
    if (more) again = true
    for (const event of events) if (event.kind === 'session') endSessions(event)
    if (events.length === 0) return
    for (const listener of listeners.keys())
      queue(
        listener,
        events.filter((event) => visibleTo(event, listener)),
      )
    for (const event of events) if (event.kind === 'alarm') trace(event)
  }

  /** An alarm event as it reaches this process, and the number of consoles that get it. */
  const trace = (event: StoredEvent): void =>
    notice('live.event', () => ({
      kind: 'consumer',
      attributes: {
        ...idsOf([{ kind: event.kind, id: event.object_id }]),
        'event.change': event.change,
        'event.listeners': [...listeners.keys()].filter((listener) => visibleTo(event, listener)).length,
      },
    }))

  const endSessions = (event: StoredEvent): void => {
    const hashes = (event.data as { sessions?: string[] }).sessions ?? []
    for (const listener of listeners.keys()) {
      if (!hashes.includes(listener.session)) continue
      listener.deliver([{ kind: 'session', id: null, change: 'ended', data: {} }], reader.cursor)
      remove(listener)
      listener.end()
    }
  }

  /** Reads once, and once more if woken meanwhile. */
  const wake = (): void => {
    if (stopped) return
    if (reading) {
      again = true
      return
    }
    reading = readNew()
      .catch((error: unknown) => log.warn({ err: error }, 'live events could not be read'))
      .finally(() => {
        reading = undefined
        if (!again) return
        again = false
        wake()
      })
  }

  /** Sends a console what it missed, before everything that arrived meanwhile and without duplicates. */
  const replay = async (listener: Listener, state: Outbox, cursor: string): Promise<void> => {
    const missed = await reader.since(cursor, replayLimit)
    const seen = new Set(missed?.map(({ id }) => id))
    const later = state.pending.filter(({ id }) => !seen.has(id))
    state.pending = []
    state.replaying = false
    if (missed === undefined) {
      listener.deliver([{ kind: 'refresh', id: null, change: 'missed', data: {} }], reader.cursor)
      return queue(listener, later)
    }
    // Events that the hub has not read yet will come from there.
    const known = missed.filter((event) => reader.has(event.id) && visibleTo(event, listener))
    queue(listener, [...known, ...later])
    // The console learns immediately where to resume, even if there are no events.
    if (state.sentAt.length === 0) listener.deliver([], reader.cursor)
  }

  /** Makes up for lost notifications, and looks for missing ids even if nothing new arrives. */
  let sweeper: NodeJS.Timeout | undefined

  return {
    async start() {
      await reader.start()
      unsubscribe = notifications.subscribe(liveChannel, { onNotification: wake, onReconnect: wake })
      sweeper = setInterval(wake, 2_000)
    },
    async stop() {
      stopped = true
      unsubscribe?.()
      clearInterval(sweeper)
      for (const listener of listeners.keys()) {
        remove(listener)
        listener.end()
      }
      await reading
    },
    async join(listener, cursor) {
      const state: Outbox = { pending: [], replaying: cursor !== null, timer: undefined, dueAt: 0, sentAt: [] }
      listeners.set(listener, state)
      const leave = () => remove(listener)
      try {
        if (cursor === null) listener.deliver([], reader.cursor)
        else await replay(listener, state, cursor)
      } catch (error) {
        leave()
        throw error
      }
      return leave
    },
    listeners: () => listeners.size,
  }
}
