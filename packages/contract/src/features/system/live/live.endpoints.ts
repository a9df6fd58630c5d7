import { about, endpoint } from '../../../kernel/endpoint.ts'
import { noInput, Type } from '../../../kernel/schema.ts'
import { liveThings } from '../../../things.ts'

/** Kinds of live events. `alarm` carries the id of the changed alarm; the console reads the rest through the normal calls. */
export const liveKinds = [...liveThings, 'session', 'refresh'] as const
export type LiveKind = (typeof liveKinds)[number]

/** One event of the stream. `refresh`: reload everything, because too much was missed to replay, or the visible data has changed. */
export interface LiveEvent {
  readonly kind: LiveKind
  readonly id: number | string | null
  /** What happened to it, e.g. `raised`, `repeated`, `confirmed`. */
  readonly change: string
  /** Shown immediately, without a further call: the part of an alarm that the pop-up needs. */
  readonly data: Record<string, unknown>
}

/**
 * What the system may be unable to do. While there is a problem, silence must not look healthy: readiness lists it, and every
 * stream carries the current ones in its `health` event, a JSON array of these words, at least every `healthEveryMs`.
 *     database: not storing · storing: reports are waiting and not stored · broker: gateways cannot connect · ingest: no process
 *   accepts reports · jobs: no process runs
 *     jobs · notifications: processes do not learn of each other's changes immediately ·
 *     delivery: messages to people outside are not sent · commands: linked rules, commands or upgrades are not carried out · disk: nearly full · clock: this machine's clock is not the database's ·
 *     connections: few more can be opened
 */
export const healthProblems = [
  'database',
  'storing',
  'broker',
  'ingest',
  'jobs',
  'notifications',
  'delivery',
  'commands',
  'disk',
  'clock',
  'connections',
] as const
export type HealthProblem = (typeof healthProblems)[number]

/** Problems with which it keeps working: they are reported, but it stays ready. */
export const healthWarnings: readonly HealthProblem[] = ['delivery', 'commands', 'disk', 'clock', 'connections']

/** A console that receives nothing for a little more than twice this time has lost its connection. */
export const healthEveryMs = 4_000

export const liveEndpoints = about([], {
  stream: endpoint({
    method: 'GET',
    path: 'web/live/stream',
    access: 'session',
    reply: 'stream',
    kiosk: true,
    input: noInput,
    output: Type.Any(),
    summary: 'Live events of the caller’s scope (server-sent events, resumable by Last-Event-ID)',
  }),
})
