import { setImmediate as yieldToEventLoop } from 'node:timers/promises'
import type { LiveEvent } from '@emberwatch/contract'
import { encodeFrame } from './http/event-stream.ts'
import { dataFor, isUrgent, isVisible, type Viewer } from './live-audience.ts'
import type { StoredEvent } from './live-events.ts'

/** Some events as they are sent, and where to resume after them. Created once for everybody who gets the same. */
export class LiveFrame {
  readonly events: readonly LiveEvent[]
  readonly cursor: string
  #bytes: Buffer | undefined

  constructor(events: readonly LiveEvent[], cursor: string) {
    this.events = events
    this.cursor = cursor
  }

  get bytes(): Buffer {
    return (this.#bytes ??= encodeFrame({ id: this.cursor, data: JSON.stringify(this.events) }))
  }
}

/** One console on the stream. */
export interface Listener {
  /** The session's token hash, hex. When the session ends, the stream is closed. */
  readonly session: string
  /** False if the console is too slow and should be dropped. */
  readonly deliver: (frame: LiveFrame) => boolean
  readonly end: () => void
}

/** A console and how far it is. */
export interface Member {
  readonly listener: Listener
  viewer: Viewer
  group: LiveGroup | undefined
  /** How many of all events of its group it has received, or does not need because it joined later. */
  had: number
  /** Events that arrive while it is resuming. */
  meanwhile: StoredEvent[] | undefined
}

/** Ordinary events: at most ten frames a second. The first one after a pause is sent immediately. */
const frameGapMs = 100
/** Fires have their own frames, sent immediately, up to this many a second. */
const urgentPerSecond = 20
/** After sending to this many consoles, the event loop gets a turn: ten thousand take a while. */
const atOnce = 250

const toLive = (event: StoredEvent, viewer: Viewer): LiveEvent => ({
  kind: event.kind,
  id: event.object_id,
  change: event.change,
  data: dataFor(event, viewer),
})

/** The frame of what a viewer sees of some events. Undefined if they see none. */
export const frameFor = (events: readonly StoredEvent[], viewer: Viewer, cursor: string): LiveFrame | undefined => {
  const visible = events.filter((event) => isVisible(event, viewer))
  return visible.length === 0
    ? undefined
    : new LiveFrame(
        visible.map((event) => toLive(event, viewer)),
        cursor,
      )
}

/**
 * The consoles that may see the same. Their events are filtered, paced and encoded once for all. Events for a single account are paced with
 * the rest, so that a cursor never skips what has not been sent.
 */
export class LiveGroup {
  readonly members = new Set<Member>()
  readonly #cursor: () => string
  readonly #drop: (member: Member) => void
  /** How many members each account has. */
  readonly #accounts = new Map<number, number>()
  #pending: StoredEvent[] = []
  /** What is being sent to the members in turn. */
  #sending: readonly StoredEvent[] = []
  /** How many events there have been, pending ones included. */
  #total = 0
  #timer: NodeJS.Timeout | undefined
  /** When the timer fires (monotonic ms). */
  #dueAt = 0
  /** When the latest frame was sent (monotonic ms). */
  #sentAt = -Infinity
  /** When the latest frames with fires were sent (monotonic ms): as many as are allowed per second, oldest first. */
  readonly #urgentAt: number[] = []

  /**
   * @param cursor the position of the reader
   * @param drop removes a member that is too slow
   */
  constructor(cursor: () => string, drop: (member: Member) => void) {
    this.#cursor = cursor
    this.#drop = drop
  }

  join(member: Member): void {
    const { accountId } = member.viewer
    member.group = this
    member.had = this.#total
    this.members.add(member)
    this.#accounts.set(accountId, (this.#accounts.get(accountId) ?? 0) + 1)
  }

  leave(member: Member): void {
    if (!this.members.delete(member)) return
    member.group = undefined
    const { accountId } = member.viewer
    const left = (this.#accounts.get(accountId) ?? 0) - 1
    if (left > 0) this.#accounts.set(accountId, left)
    else this.#accounts.delete(accountId)
    if (this.members.size === 0) clearTimeout(this.#timer)
  }

  /** The events that a member still has to get. */
  owedTo({ had }: Member): StoredEvent[] {
    const owed = this.#total - had
    return owed === 0 ? [] : [...this.#sending, ...this.#pending].slice(-owed)
  }

  /** How many members see an event. */
  audience(event: StoredEvent): number {
    if (event.account_id !== null) return this.#accounts.get(event.account_id) ?? 0
    const [any] = this.members
    return any && isVisible(event, any.viewer) ? this.members.size : 0
  }

  add(events: readonly StoredEvent[]): void {
    const seen = events.filter((event) => event.kind !== 'session' && this.audience(event) > 0)
    if (seen.length === 0) return
    for (const event of seen) this.#pending.push(event)
    this.#total += seen.length
    this.#schedule(seen.some(isUrgent))
  }

  #schedule(urgent: boolean): void {
    if (this.#sending.length > 0) return
    const ordinary = this.#sentAt + frameGapMs
    // When its own budget is used up, a fire still waits no longer than other events.
    const dueAt = urgent ? Math.min(this.#nextUrgentAt(), ordinary) : ordinary
    if (this.#timer && this.#dueAt <= dueAt) return
    clearTimeout(this.#timer)
    this.#dueAt = dueAt
    const wait = dueAt - performance.now()
    if (wait <= 0) void this.#send()
    else this.#timer = setTimeout(() => void this.#send(), wait)
  }

  #nextUrgentAt(): number {
    const [oldest] = this.#urgentAt
    return oldest === undefined || this.#urgentAt.length < urgentPerSecond ? -Infinity : oldest + 1_000
  }

  async #send(): Promise<void> {
    clearTimeout(this.#timer)
    this.#timer = undefined
    const events = this.#pending
    if (events.length === 0) return
    const from = this.#total - events.length
    this.#pending = []
    this.#sending = events
    this.#sentAt = performance.now()
    if (events.some(isUrgent)) {
      this.#urgentAt.push(this.#sentAt)
      if (this.#urgentAt.length > urgentPerSecond) this.#urgentAt.shift()
    }
    try {
      await this.#sendToAll(events, from)
    } finally {
      this.#sending = []
    }
    if (this.#pending.length > 0) this.#schedule(this.#pending.some(isUrgent))
  }

  async #sendToAll(events: readonly StoredEvent[], from: number): Promise<void> {
    const cursor = this.#cursor()
    const [any] = this.members
    if (!any) return
    const frameOf = sharedFrames(events, cursor, any.viewer)
    const to = from + events.length
    let count = 0
    for (const member of this.members) {
      const { had, viewer, listener } = member
      // A member who joined after the first of them does not need the ones before.
      if (had >= to) continue
      const frame = had > from ? frameFor(events.slice(had - from), viewer, cursor) : frameOf(viewer)
      member.had = to
      if (frame && !delivered(listener, frame)) this.#drop(member)
      if (++count % atOnce === 0) await yieldToEventLoop()
    }
  }
}

/** A console that cannot be written to is dropped. The others of its group are not affected. */
const delivered = (listener: Listener, frame: LiveFrame): boolean => {
  try {
    return listener.deliver(frame)
  } catch {
    return false
  }
}

/** The frames of some events for the viewers of one group: a common one, and one for each account that gets something of its own. */
const sharedFrames = (
  events: readonly StoredEvent[],
  cursor: string,
  any: Viewer,
): ((viewer: Viewer) => LiveFrame | undefined) => {
  const common = events.filter(({ account_id }) => account_id === null)
  const shared =
    common.length === 0
      ? undefined
      : new LiveFrame(
          common.map((event) => toLive(event, any)),
          cursor,
        )
  const accounts = new Set(events.map(({ account_id }) => account_id))
  const own = new Map<number, LiveFrame | undefined>()
  return (viewer) => {
    const { accountId } = viewer
    if (!accounts.has(accountId)) return shared
    if (!own.has(accountId)) own.set(accountId, frameFor(events, viewer, cursor))
    return own.get(accountId)
  }
}
