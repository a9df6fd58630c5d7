import { endpoint } from '../../kernel/endpoint.ts'
import { noInput, Type } from '../../kernel/schema.ts'

/** Kinds of live events. `alarm` carries the changed alarm's id; the console reads what it shows through the ordinary calls. */
export const liveKinds = [
  'alarm',
  'fault',
  'order',
  'device',
  'gateway',
  'message',
  'export',
  'import',
  'session',
  'refresh',
] as const
export type LiveKind = (typeof liveKinds)[number]

/** One event of the stream. `refresh` says that too much was missed to replay: read everything again. */
export interface LiveEvent {
  kind: LiveKind
  id: number | string | null
  /** What happened to it, e.g. `raised`, `repeated`, `confirmed`. */
  change: string
  /** Shown at once, without a further call: enough of an alarm for the pop-up. */
  data: Record<string, unknown>
}

/**
 * What the system may be unable to do. While there is one, nobody may take silence for calm: readiness names it, and every stream carries the present ones in its event
 * `health`, a JSON array of these words, at least every `healthEveryMs`.
 *   database: it does not store · storing: reports wait and are not stored · broker: gateways cannot connect · ingest: no process takes reports · jobs: no process runs
 *   jobs · notifications: processes do not hear of each other's news at once
 */
export const healthProblems = ['database', 'storing', 'broker', 'ingest', 'jobs', 'notifications'] as const
export type HealthProblem = (typeof healthProblems)[number]

/** A console that hears nothing for longer than twice this and a little has lost its line. */
export const healthEveryMs = 4_000

export const liveEndpoints = {
  stream: endpoint({
    method: 'GET',
    path: 'web/live/stream',
    access: 'session',
    reply: 'stream',
    input: noInput,
    output: Type.Any(),
    summary: 'Live events of the caller’s scope (server-sent events, resumable by Last-Event-ID)',
  }),
} as const
