import { healthEveryMs, type LiveEvent } from '@emberwatch/contract'
import type { Ctx } from '../../../platform/context.ts'
import type { Health } from '../../../platform/health.ts'
import type { EventStream } from '../../../platform/http/binding.ts'
import { encodeFrame } from '../../../platform/http/event-stream.ts'
import type { Viewer } from '../../../platform/live-audience.ts'
import type { Membership } from '../../../platform/live-hub.ts'
import { endedSessions, refreshSessions } from '../../base/access/open-sessions.ts'
import { callerOfKiosk, endedKiosks } from '../../base/access/kiosk-sessions.ts'
import { sightsOf } from './live.reads.ts'
import { hiddenFromWalls, hiddenKinds, watchOperations } from './live.rules.ts'

/** One console, with its place in the hub once it has one. */
export interface OpenStream {
  readonly stream: EventStream
  /** The session's token hash, hex. */
  readonly session: string
  viewer: Viewer
  place: Membership | undefined
  /** When its rights were last read (monotonic ms). */
  checkedAt: number
}

export interface StreamTiming {
  /** How often the sessions of all streams are checked: a stream ends within a second of its session, even if nobody acted. */
  readonly sweepMs: number
  /** How often the rights of each stream are reread. */
  readonly rightsMs: number
}

export const streamTiming: StreamTiming = { sweepMs: 800, rightsMs: 15_000 }

/** How many rights one sweep reads. The others follow with the next sweeps. */
const rightsAtOnce = 1_000
/** Consoles are told about the health in this many groups, so that thousands of them do not hold up everything at once. */
const healthGroups = 40

/** The same event as when somebody ends the session (platform/live-hub.ts). */
const sessionEnded: LiveEvent = { kind: 'session', id: null, change: 'ended', data: {} }
const sessionEndedFrame = encodeFrame({ data: JSON.stringify([sessionEnded]) })

const isOf =
  (accounts: ReadonlySet<number>) =>
  ({ viewer }: OpenStream): boolean =>
    accounts.has(viewer.accountId)

const partition = (streams: Iterable<OpenStream>): [walls: OpenStream[], consoles: OpenStream[]] => {
  const [walls, consoles]: [OpenStream[], OpenStream[]] = [[], []]
  for (const each of streams) (each.viewer.kiosk ? walls : consoles).push(each)
  return [walls, consoles]
}

type Needs = Pick<Ctx, 'systemDb' | 'clock' | 'config'>

/**
 * All open streams: tells each about the health regularly, which also shows that the connection is alive, ends those whose session has
 * ended, and narrows or widens what they see as the rights of their accounts change. A few timers and queries serve all of them.
 */
export const createOpenStreams = (health: Pick<Health, 'problems' | 'onChange'>, timing: StreamTiming = streamTiming) => {
  /** Those whose rights were read longest ago come first. */
  const open = new Set<OpenStream>()
  const groups = Array.from({ length: healthGroups }, () => new Set<OpenStream>())
  let opened = 0
  let current = 0
  let stop: (() => void) | undefined

  const tell = (streams: Iterable<OpenStream>): void => {
    const frame = encodeFrame({ event: 'health', data: JSON.stringify(health.problems()) })
    for (const { stream } of streams) if (!stream.send(frame)) stream.close()
  }

  const endEnded = async ({ systemDb, clock }: Needs): Promise<void> => {
    const [walls, consoles] = partition(open)
    const ended = new Set([
      ...(await endedSessions(systemDb, clock, [...new Set(consoles.map(({ session }) => session))])),
      ...(await endedKiosks(systemDb, clock, [...new Set(walls.map(({ session }) => session))])),
    ])
    if (ended.size === 0) return
    for (const { stream, session } of open) {
      if (!ended.has(session)) continue
      stream.send(sessionEndedFrame)
      stream.close()
    }
  }

  /** What a wall sees follows its creator. It ends with the creator's rights. */
  const readWall = async ({ systemDb, clock }: Pick<Needs, 'systemDb' | 'clock'>, wall: OpenStream, now: number) => {
    const caller = await callerOfKiosk(systemDb, clock)(Buffer.from(wall.session, 'hex'))
    if (!open.delete(wall)) return
    wall.checkedAt = now
    open.add(wall)
    if (!caller) {
      wall.stream.send(sessionEndedFrame)
      return wall.stream.close()
    }
    const { scope, actor } = caller
    wall.viewer = { ...wall.viewer, scope, companyPath: actor.companyPath, hidden: hiddenFromWalls }
    wall.place?.change(wall.viewer)
  }

  const readRights = async ({ systemDb, clock, config }: Needs): Promise<void> => {
    const now = performance.now()
    const due: OpenStream[] = []
    for (const each of open) {
      if (due.length === rightsAtOnce || now - each.checkedAt < timing.rightsMs) break
      due.push(each)
    }
    if (due.length === 0) return
    const [walls, consoles] = partition(due)
    for (const wall of walls) await readWall({ systemDb, clock }, wall, now)
    if (consoles.length === 0) return
    const sessions = await refreshSessions(
      systemDb,
      clock,
      config,
      consoles.map(({ session }) => session),
      watchOperations,
    )
    const sightOf = await sightsOf(systemDb, sessions)
    const found = new Map(sessions.map((session) => [session.hash, session]))
    for (const each of consoles) {
      const session = found.get(each.session)
      // A missing session has ended, which the next check of all sessions handles.
      if (!session || !open.delete(each)) continue
      if (session.mustChangePassword) each.stream.close()
      each.checkedAt = now
      open.add(each)
      const { accountId, companyPath, scope } = session
      each.viewer = {
        scope,
        accountId,
        companyPath,
        ...sightOf(accountId),
        hidden: hiddenKinds(session.operations),
      }
      each.place?.change(each.viewer)
    }
  }

  /** Moves the streams of these accounts to the front, and makes them due. */
  const recheck = (accountIds: readonly number[]): void => {
    const accounts = new Set(accountIds)
    const [first, rest] = [[...open].filter(isOf(accounts)), [...open].filter((each) => !isOf(accounts)(each))]
    if (first.length === 0) return
    open.clear()
    for (const each of first) open.add(Object.assign(each, { checkedAt: -Infinity }))
    for (const each of rest) open.add(each)
  }

  const start = (needs: Needs): (() => void) => {
    /** Each check runs once at a time, independently of the others: reading rights may wait for a lock, but ending sessions must not. */
    const sweeping = new Set<typeof endEnded>()
    const sweep = async (look: typeof endEnded): Promise<void> => {
      if (sweeping.has(look)) return
      sweeping.add(look)
      // A short database outage must not end any stream.
      await look(needs).catch(() => undefined)
      sweeping.delete(look)
    }
    const sweeper = setInterval(() => {
      void sweep(endEnded)
      void sweep(readRights)
    }, timing.sweepMs)
    const beat = setInterval(() => {
      current = (current + 1) % healthGroups
      const next = groups[current]
      if (next && next.size > 0) tell(next)
    }, healthEveryMs / healthGroups)
    const unsubscribe = health.onChange(() => tell(open))
    return () => {
      clearInterval(sweeper)
      clearInterval(beat)
      unsubscribe()
    }
  }

  return {
    recheck,
    add(needs: Needs, stream: EventStream, session: string, viewer: Viewer): OpenStream {
      const each: OpenStream = { stream, session, viewer, place: undefined, checkedAt: performance.now() }
      const group = groups[opened++ % healthGroups]
      open.add(each)
      group?.add(each)
      stop ??= start(needs)
      tell([each])
      stream.onClose(() => {
        open.delete(each)
        group?.delete(each)
        each.place?.leave()
        each.place = undefined
        if (open.size > 0) return
        stop?.()
        stop = undefined
      })
      return each
    },
  }
}
