import { thingFacts } from '@emberwatch/contract'
import type { Kysely } from 'kysely'
import type { Logger } from 'pino'
import type { Tables } from '../tables/index.ts'
import type { Notifications } from './database/notifications.ts'
import { audienceOf, audienceTag, isVisible, type Viewer } from './live-audience.ts'
import { LiveEventReader, type StoredEvent } from './live-events.ts'
import { frameFor, LiveFrame, LiveGroup, type Listener, type Member } from './live-group.ts'
import { idsOf, notice } from './tracing/spans.ts'
import { liveChannel } from './transact.ts'

/** A console's place on the stream. */
export interface Membership {
  leave(): void
  /** Changes what it may see. Nothing is lost and nothing comes twice. */
  change(viewer: Viewer): void
}

export interface LiveHub {
  start(): Promise<void>
  stop(): Promise<void>
  /** Adds a listener. With a cursor it first gets what it missed. */
  join(listener: Listener, viewer: Viewer, cursor: string | null): Promise<Membership>
  listeners(): number
  /** Calls back with the accounts whose rights have changed. */
  onRights(listener: (accountIds: readonly number[]) => void): void
  /** Whether new events have been read lately. If not, consoles get none. */
  reads(): boolean
}

const replayLimit = 1_000
/** How often it reads at least (ms). It must have succeeded within a few of these intervals. */
const readEveryMs = 2_000
const readGraceMs = 8_000

/** The accounts that a `rights` event names. */
const rightsIn = (event: StoredEvent): readonly number[] =>
  event.kind === 'session' ? ((event.data as { accounts?: number[] }).accounts ?? []) : []

/**
 * Delivers committed events to the consoles of this process. Events are rows of live_event. One NOTIFY per transaction wakes every process,
 * which reads what is new (live-events.ts). Consoles that may see the same form a group (live-group.ts). A resuming console first gets what
 * it missed; newer events wait behind that.
 * @param db for new events only
 * @param replays for what resuming consoles missed: thousands of them must not delay a new fire
 */
export const createLiveHub = (
  notifications: Notifications,
  db: Kysely<Tables>,
  replays: Kysely<Tables>,
  log: Logger,
): LiveHub => {
  const members = new Set<Member>()
  const replaying = new Set<Member>()
  const groups = new Map<string, LiveGroup>()
  const reader = new LiveEventReader(db)
  const rightsListeners = new Set<(accountIds: readonly number[]) => void>()
  let stopped = false
  let reading: Promise<void> | undefined
  let again = false
  let lastReadAt = 0
  let unsubscribe: (() => void) | undefined

  /** The position from which a console resumes, with its audience. */
  const cursorOf = (tag: string): string => `${reader.cursor}.${tag}`
  const cursorFor = (viewer: Viewer): string => cursorOf(audienceTag(viewer))

  const enter = (member: Member): void => {
    const audience = audienceOf(member.viewer)
    const tag = audienceTag(member.viewer)
    const group = groups.get(audience) ?? new LiveGroup(() => cursorOf(tag), drop)
    groups.set(audience, group)
    group.join(member)
  }

  const leaveGroup = (member: Member): void => {
    const { group } = member
    if (!group) return
    group.leave(member)
    const audience = audienceOf(member.viewer)
    if (group.members.size === 0 && groups.get(audience) === group) groups.delete(audience)
  }

  const remove = (member: Member): void => {
    leaveGroup(member)
    replaying.delete(member)
    members.delete(member)
  }

  const drop = (member: Member): void => {
    remove(member)
    member.listener.end()
  }

  /** Delivers at once, ahead of what the group still holds. */
  const deliver = (member: Member, frame: LiveFrame | undefined): void => {
    if (frame && !member.listener.deliver(frame)) drop(member)
  }

  const readNew = async (): Promise<void> => {
    const { events, more } = await reader.read()
    lastReadAt = performance.now()
    if (more) again = true
    for (const event of events) if (event.kind === 'session') endSessions(event)
    const accounts = events.flatMap((event) => (event.change === 'rights' ? rightsIn(event) : []))
    if (accounts.length > 0) for (const listener of rightsListeners) listener(accounts)
    if (events.length === 0) return
    for (const group of groups.values()) group.add(events)
    for (const { meanwhile, viewer } of replaying)
      for (const event of events) if (isVisible(event, viewer)) meanwhile?.push(event)
    for (const event of events) if (thingFacts[event.kind]?.urgent) trace(event)
  }

  /** Traces an event of what may be urgent when it reaches this process, with the number of consoles that get it. */
  const trace = (event: StoredEvent): void =>
    notice('live.event', () => ({
      kind: 'consumer',
      attributes: {
        ...idsOf([{ kind: event.kind, id: event.object_id }]),
        'event.change': event.change,
        'event.listeners': [...groups.values()].reduce((sum, group) => sum + group.audience(event), 0),
      },
    }))

  const endSessions = (event: StoredEvent): void => {
    const ended = new Set((event.data as { sessions?: string[] }).sessions)
    const frame = new LiveFrame([{ kind: 'session', id: null, change: 'ended', data: {} }], reader.cursor)
    for (const member of members) {
      if (!ended.has(member.listener.session)) continue
      member.listener.deliver(frame)
      drop(member)
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

  /** Makes a console reread everything. */
  const reloadFrame = (change: 'missed' | 'rights', viewer: Viewer): LiveFrame =>
    new LiveFrame([{ kind: 'refresh', id: null, change, data: {} }], cursorFor(viewer))

  /**
   * Sends a console what it missed, before everything that arrived meanwhile and without duplicates. If it may see more or less than when
   * it left, it rereads everything: no event reports what was there already.
   */
  const replay = async (member: Member, cursor: string): Promise<void> => {
    const { viewer } = member
    const [position = '', tag = audienceTag(viewer)] = cursor.split('.', 2)
    const meanwhile: StoredEvent[] = []
    member.meanwhile = meanwhile
    replaying.add(member)
    const missed = await reader.since(position, replayLimit, replays)
    if (!replaying.delete(member)) return
    member.meanwhile = undefined
    const reload = missed === undefined ? 'missed' : tag === audienceTag(viewer) ? undefined : 'rights'
    if (reload) deliver(member, reloadFrame(reload, viewer))
    const seen = new Set(missed?.map(({ id }) => id))
    // The hub will deliver events that it has not read yet itself.
    const known = (missed ?? []).filter(({ id }) => reader.has(id))
    const owed = frameFor([...known, ...meanwhile.filter(({ id }) => !seen.has(id))], viewer, cursorFor(viewer))
    // Tells the console immediately where to resume, even if there are no events.
    deliver(member, owed ?? (reload ? undefined : new LiveFrame([], cursorFor(viewer))))
    if (members.has(member)) enter(member)
  }

  const change = (member: Member, viewer: Viewer): void => {
    if (!members.has(member) || audienceOf(viewer) === audienceOf(member.viewer)) return
    const { group } = member
    // What it still had to get, as far as it may still see it.
    const owed = group ? frameFor(group.owedTo(member), viewer, cursorFor(member.viewer)) : undefined
    leaveGroup(member)
    member.viewer = viewer
    deliver(member, owed)
    // What it may newly see, or no longer see, happened earlier, so no event reports it.
    deliver(member, reloadFrame('rights', viewer))
    if (group && members.has(member)) enter(member)
  }

  /** Makes up for lost notifications, and checks for missing ids even if nothing new arrives. */
  let sweeper: NodeJS.Timeout | undefined

  return {
    async start() {
      await reader.start()
      lastReadAt = performance.now()
      unsubscribe = notifications.subscribe(liveChannel, { onNotification: wake, onReconnect: wake })
      sweeper = setInterval(wake, readEveryMs)
    },
    async stop() {
      stopped = true
      unsubscribe?.()
      clearInterval(sweeper)
      for (const member of members) drop(member)
      await reading
    },
    async join(listener, viewer, cursor) {
      const member: Member = { listener, viewer, group: undefined, had: 0, meanwhile: undefined }
      members.add(member)
      try {
        if (cursor !== null) await replay(member, cursor)
        else {
          enter(member)
          deliver(member, new LiveFrame([], cursorFor(viewer)))
        }
      } catch (error) {
        remove(member)
        throw error
      }
      return { leave: () => remove(member), change: (now) => change(member, now) }
    },
    listeners: () => members.size,
    onRights: (listener) => void rightsListeners.add(listener),
    reads: () => performance.now() - lastReadAt < readGraceMs,
  }
}
