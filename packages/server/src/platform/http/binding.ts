import type { Endpoint, InputOf, OutputOf } from '@emberwatch/contract'
import type { Readable } from 'node:stream'
import type { ByteRange } from './byte-range.ts'
import type { Ctx } from '../context.ts'

/** A file as an answer. */
export interface FileReply {
  readonly stream: Readable
  /** Reads a part of it, for files that are large enough to be continued after a break. */
  readonly part?: (range: ByteRange) => Readable
  readonly mime: string
  readonly size: number
  readonly name: string
  /** Shown in the page (our own images). Anything else is offered as a download. */
  readonly inline: boolean
  readonly etag: string
  readonly public: boolean
}

/** An uploaded file whose content has not been checked yet. */
export interface Upload {
  readonly name: string
  readonly stream: Readable
}

/** One server-sent event. */
export interface StreamFrame {
  readonly id?: string
  readonly event?: string
  readonly data: string
  /** When to reconnect after the stream ends. */
  readonly retryMs?: number
}

/** An open stream of server-sent events. */
export interface EventStream {
  readonly lastEventId: string | null
  /**
   * Sends one frame. What goes to many streams is encoded once (`encodeFrame`) and shared by all. Returns false if the client is
   * too slow and should be dropped.
   */
  send(frame: StreamFrame | Buffer): boolean
  onClose(listener: () => void): void
  close(): void
}

export interface Binding {
  readonly entry: Endpoint
  /** A method, so that verbs with any input fit: `bind` checks that it is that of the call. */
  verb(ctx: Ctx, input: unknown, extra: unknown): Promise<unknown>
}

/** Binds every endpoint of a feature to its verb. A missing one, or one with another answer, is a compile error. */
export const bind = <const F extends Record<string, Endpoint>>(
  entries: F,
  verbs: { readonly [N in keyof F]: (ctx: Ctx, input: InputOf<F[N]>, extra: never) => Promise<OutputOf<F[N]>> },
): Binding[] =>
  Object.entries(entries).map(([name, entry]) => {
    const verb = verbs[name]
    if (!verb) throw new Error(`${entry.path} has no verb`)
    return { entry, verb: verb as Binding['verb'] }
  })
