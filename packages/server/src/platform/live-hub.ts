import type { LiveEvent } from '@emberwatch/contract'
import type { Kysely, Selectable } from 'kysely'
import pg from 'pg'
import type { Logger } from 'pino'
import type { LiveEventTable } from '../tables/records.tables.ts'
import type { Tables } from '../tables/index.ts'
import { isBelow, type Scope } from './database/scope.ts'
import { liveChannel } from './transact.ts'

type StoredEvent = Selectable<LiveEventTable>

/** One console that listens. */
export interface Listener {
  readonly scope: Scope
  readonly accountId: number
  readonly companyPath: string
  /** The session's token hash, hex; its end closes the stream. */
  readonly session: string
  /** Devices that an ordinary user was bound to. */
  readonly devices: ReadonlySet<number>
  readonly deliver: (events: LiveEvent[], cursor: string) => boolean
  readonly end: () => void
}

export interface LiveHub {
  start(): Promise<void>
  stop(): Promise<void>
  /** Adds a listener; with a cursor it first gets what it missed. Answers how to remove it. */
  join(listener: Listener, cursor: string | null): Promise<() => void>
  listeners(): number
}

/** At most ten frames a second (architecture.md, "How an event reaches people"); the first of a lull leaves at once. */
const frameGapMs = 100
const framesPerSecond = 1_000 / frameGapMs
/** Transactions commit out of the order of their ids; an id that has not appeared by then belongs to a rolled-back one. */
const gapPatienceMs = 10_000
const replayLimit = 1_000

/** An alarm waits for no gap between frames, only for the second's number of them. */
const isUrgent = ({ kind, change }: LiveEvent): boolean => kind === 'alarm' && change === 'raised'

interface Outbox {
  pending: LiveEvent[]
  timer: NodeJS.Timeout | undefined
  /** When the timer fires (ms). */
  dueAt: number
  /** When the latest frames left (ms), as many as a second may have, oldest first. */
  readonly sentAt: number[]
}

/** When the next frame may leave (ms). */
const nextFrameAt = ({ sentAt }: Outbox, urgent: boolean): number => {
  const last = sentAt.at(-1) ?? -Infinity
  if (!urgent) return last + frameGapMs
  const [oldest] = sentAt
  return oldest === undefined || sentAt.length < framesPerSecond ? -Infinity : oldest + 1_000
}

const visibleTo = (event: StoredEvent, listener: Listener): boolean => {
  // Names the sessions that ended: acted on here when it happens, and nobody's business afterwards.
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
 * Carries committed events to the consoles of this process. Events are rows of live_event; one NOTIFY per transaction wakes every process, which reads
 * what is new. `floor` is the id up to which everything has been seen; ids above it that were seen already are remembered, so that a late commit
 * below them is neither missed nor anything sent twice. The floor is the cursor that a console resumes from.
 */
export const createLiveHub = (connection: pg.PoolConfig, db: Kysely<Tables>, log: Logger): LiveHub => {
  const listeners = new Map<Listener, Outbox>()
  let client: pg.Client | undefined
  let stopped = false
  let floor = 0
  const seen = new Map<number, number>()
  let reading: Promise<void> | undefined
  let again = false

  const flush = (listener: Listener): void => {
    const state = listeners.get(listener)
    if (!state) return
    state.timer = undefined
    if (state.pending.length === 0) return
    const events = state.pending
    state.pending = []
    state.sentAt.push(Date.now())
    if (state.sentAt.length > framesPerSecond) state.sentAt.shift()
    if (!listener.deliver(events, String(floor))) {
      listeners.delete(listener)
      listener.end()
    }
  }

  const queue = (listener: Listener, events: LiveEvent[]): void => {
    const state = listeners.get(listener)
    if (!state || events.length === 0) return
    state.pending.push(...events)
    const dueAt = nextFrameAt(state, events.some(isUrgent))
    if (state.timer && state.dueAt <= dueAt) return
    clearTimeout(state.timer)
    const wait = dueAt - Date.now()
    if (wait <= 0) return flush(listener)
    state.dueAt = dueAt
    state.timer = setTimeout(() => flush(listener), wait)
  }

  const advance = (now: number): void => {
    const ids = [...seen.keys()].sort((a, b) => a - b)
    for (const id of ids) {
      const at = seen.get(id) ?? now
      if (id !== floor + 1 && now - at < gapPatienceMs) break
      floor = Math.max(floor, id)
      seen.delete(id)
    }
  }

  const readNew = async (): Promise<void> => {
    const rows = await db.selectFrom('live_event').selectAll().where('id', '>', floor).orderBy('id').limit(5_000).execute()
    const fresh = rows.filter((row) => !seen.has(row.id))
    const now = Date.now()
    for (const row of fresh) seen.set(row.id, now)
    advance(now)
    if (fresh.length === 0) return
    for (const event of fresh) if (event.kind === 'session') endSessions(event)
    for (const listener of listeners.keys()) queue(listener, fresh.filter((event) => visibleTo(event, listener)).map(toLive))
    if (rows.length === 5_000) again = true
  }

  const endSessions = (event: StoredEvent): void => {
    const hashes = (event.data as { sessions?: string[] }).sessions ?? []
    for (const listener of listeners.keys()) {
      if (!hashes.includes(listener.session)) continue
      listener.deliver([{ kind: 'session', id: null, change: 'ended', data: {} }], String(floor))
      listeners.delete(listener)
      listener.end()
    }
  }

  /** Reads once, and once more when woken meanwhile. */
  const wake = (): void => {
    if (reading) {
      again = true
      return
    }
    reading = readNew()
      .catch((error: unknown) => log.warn({ err: error }, 'live events could not be read'))
      .finally(() => {
        reading = undefined
        if (again && !stopped) {
          again = false
          wake()
        }
      })
  }

  const connect = async (): Promise<void> => {
    const next = new pg.Client(connection)
    next.on('notification', wake)
    next.on('error', () => undefined)
    next.on('end', () => {
      if (!stopped && client === next) setTimeout(() => void connect().catch(() => undefined), 500)
    })
    client = next
    try {
      await next.connect()
      await next.query(`listen ${liveChannel}`)
      wake() // whatever came while nobody listened
    } catch (error) {
      log.warn({ err: error }, 'live events: no database connection')
      await next.end().catch(() => undefined)
      if (!stopped) setTimeout(() => void connect().catch(() => undefined), 500)
    }
  }

  /** Gaps age even when nothing new arrives, and a lost notification is made up for. */
  let sweeper: NodeJS.Timeout | undefined

  return {
    async start() {
      const row = await db
        .selectFrom('live_event')
        .select((e) => e.fn.max('id').as('id'))
        .executeTakeFirst()
      floor = row?.id ?? 0
      await connect()
      sweeper = setInterval(wake, 2_000)
    },
    async stop() {
      stopped = true
      clearInterval(sweeper)
      for (const listener of listeners.keys()) listener.end()
      listeners.clear()
      await client?.end().catch(() => undefined)
      await reading
    },
    async join(listener, cursor) {
      const state = { pending: [] as LiveEvent[], timer: undefined, dueAt: 0, sentAt: [] }
      listeners.set(listener, state)
      const since = cursor === null ? Number.NaN : Number(cursor)
      if (Number.isSafeInteger(since)) {
        const missed = await db
          .selectFrom('live_event')
          .selectAll()
          .where('id', '>', since)
          .orderBy('id')
          .limit(replayLimit + 1)
          .execute()
        const oldest = await db
          .selectFrom('live_event')
          .select((e) => e.fn.min('id').as('id'))
          .executeTakeFirst()
        const incomplete = missed.length > replayLimit || (oldest?.id ?? 0) > since + 1
        queue(
          listener,
          incomplete
            ? [{ kind: 'refresh', id: null, change: 'missed', data: {} }]
            : missed.filter((event) => visibleTo(event, listener)).map(toLive),
        )
      } else if (state.pending.length === 0) {
        listener.deliver([], String(floor))
      }
      return () => {
        const current = listeners.get(listener)
        if (current?.timer) clearTimeout(current.timer)
        listeners.delete(listener)
      }
    },
    listeners: () => listeners.size,
  }
}
