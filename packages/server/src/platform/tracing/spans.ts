import { thingFacts } from '@emberwatch/contract'

/** The content of a span: codes, numbers and ids. Never a name, an address, a text that somebody wrote, or a secret. */
export type SpanAttributes = Readonly<Record<string, string | number | boolean | readonly number[] | undefined>>

/** Identifies a span, so that another one can refer to it. */
export interface SpanLink {
  readonly traceId: string
  readonly spanId: string
  readonly traceFlags: number
}

export interface SpanOptions {
  /** `server` and `consumer` start their own trace; `client` is a call to another system. */
  readonly kind?: 'internal' | 'server' | 'client' | 'consumer'
  readonly attributes?: SpanAttributes
  /** Spans that led to this one without containing it, such as the calls whose reports a batch writes. */
  readonly links?: readonly SpanLink[]
}

/** A span that is open. */
export interface OpenSpan {
  readonly link: SpanLink
  set(attributes: SpanAttributes): void
  /** Spans opened in `work` become part of this one. */
  run<T>(work: () => T): T
  /** Pass the error it failed with, of which only the kind is reported, or a word. */
  end(error?: unknown): void
}

/** Opens spans and exports them. otlp.ts is the only implementation. */
export interface Tracing {
  open(name: string, options: SpanOptions): OpenSpan
  active(): SpanLink | undefined
  /** Exports the remaining spans, for a short while. */
  stop(): Promise<void>
}

// One for the whole process, as a trace runs through parts that know nothing of each other. Undefined while tracing is off: then none of
// its SDK is loaded, and a span costs a comparison.
let tracing: Tracing | undefined

export const useTracing = (given: Tracing | undefined): void => {
  tracing = given
}

/** Opens a span that the caller ends; undefined while tracing is off. */
export const openSpan = (name: string, options: SpanOptions = {}): OpenSpan | undefined => tracing?.open(name, options)

/** The span in which this is called. */
export const activeSpan = (): SpanLink | undefined => tracing?.active()

/** Runs work in its own span, which ends with it. */
export const inSpan = async <T>(
  name: string,
  options: () => SpanOptions,
  work: (span: OpenSpan | undefined) => Promise<T>,
): Promise<T> => {
  const span = tracing?.open(name, options())
  if (span === undefined) return work(undefined)
  try {
    const answer = await span.run(() => work(span))
    span.end()
    return answer
  } catch (error) {
    span.end(error)
    throw error
  }
}

/** Records an event without a duration. */
export const notice = (name: string, options: () => SpanOptions): void => {
  tracing?.open(name, options()).end()
}

const mostIds = 100

/** The subject of a span: `alarm.id` and the like, a list if there are several of a kind. People and their data stay out. */
export const idsOf = (objects: readonly { readonly kind: string; readonly id: unknown }[]): SpanAttributes => {
  const byKind = Map.groupBy(
    objects.filter(({ kind }) => thingFacts[kind]?.traced),
    ({ kind }) => kind,
  )
  return Object.fromEntries(
    [...byKind].map(([kind, found]) => {
      const ids = [...new Set(found.map(({ id }) => Number(id)))]
      return [`${kind}.id`, ids.length === 1 ? ids[0] : ids.slice(0, mostIds)]
    }),
  )
}
