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
