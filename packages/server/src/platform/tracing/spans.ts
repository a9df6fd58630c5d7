/** What a span says: codes, numbers and ids. Never a name, an address, a text that somebody wrote, or a secret. */
export type SpanAttributes = Readonly<Record<string, string | number | boolean | readonly number[] | undefined>>

/** Names a span, so that another one can point at it. */
export interface SpanLink {
  readonly traceId: string
  readonly spanId: string
  readonly traceFlags: number
}

export interface SpanOptions {
  /** `server` and `consumer` begin a trace of their own; `client` is a call to another system. */
  readonly kind?: 'internal' | 'server' | 'client' | 'consumer'
  readonly attributes?: SpanAttributes
  /** What led to it without containing it: the calls whose reports a batch writes. */
  readonly links?: readonly SpanLink[]
}

/** A span that is open. */
export interface OpenSpan {
  readonly link: SpanLink
  set(attributes: SpanAttributes): void
  /** What is opened in `work` is part of this one. */
  within<T>(work: () => T): T
  /** With what it failed, if it did: an error, of which only the kind is told, or a word. */
  end(error?: unknown): void
}

/** What opens spans and sends them away; otlp.ts is the one there is. */
export interface Tracing {
  open(name: string, options: SpanOptions): OpenSpan
  active(): SpanLink | undefined
  /** Sends what it still has, for a short while. */
  stop(): Promise<void>
}

// One for the whole process, like the trace itself, which runs through parts that know nothing of each other. Undefined while nobody asks for traces:
// then nothing of its SDK is loaded, and a span costs a comparison.
let tracing: Tracing | undefined

export const useTracing = (given: Tracing | undefined): void => {
  tracing = given
}

/** Opens a span that somebody else ends; undefined while there are no traces. */
export const openSpan = (name: string, options: SpanOptions = {}): OpenSpan | undefined => tracing?.open(name, options)

/** The span within which this is called. */
export const activeSpan = (): SpanLink | undefined => tracing?.active()

/** Does work within a span of its own, which ends with it. */
export const inSpan = async <T>(
  name: string,
  options: () => SpanOptions,
  work: (span: OpenSpan | undefined) => Promise<T>,
): Promise<T> => {
  const span = tracing?.open(name, options())
  if (span === undefined) return work(undefined)
  try {
    const answer = await span.within(() => work(span))
    span.end()
    return answer
  } catch (error) {
    span.end(error)
    throw error
  }
}

/** Something that happened and takes no time. */
export const notice = (name: string, options: () => SpanOptions): void => {
  tracing?.open(name, options()).end()
}

/** Things, which traces are looked for by. People, and what belongs to them, stay out. */
const things: ReadonlySet<string> = new Set(['alarm', 'fault', 'device', 'gateway'])
const mostIds = 100

/** What a span is about: `alarm.id` and the like, a list where there are several of a kind. */
export const idsOf = (objects: readonly { readonly kind: string; readonly id: unknown }[]): SpanAttributes => {
  const byKind = Map.groupBy(
    objects.filter(({ kind }) => things.has(kind)),
    ({ kind }) => kind,
  )
  return Object.fromEntries(
    [...byKind].map(([kind, found]) => {
      const ids = [...new Set(found.map(({ id }) => Number(id)))]
      return [`${kind}.id`, ids.length === 1 ? ids[0] : ids.slice(0, mostIds)]
    }),
  )
}
