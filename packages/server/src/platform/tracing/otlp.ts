import { context, diag, DiagLogLevel, ROOT_CONTEXT, SpanKind, SpanStatusCode, trace, type Attributes } from '@opentelemetry/api'
import { AsyncLocalStorageContextManager } from '@opentelemetry/context-async-hooks'
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http'
import { resourceFromAttributes } from '@opentelemetry/resources'
import { BatchSpanProcessor, TracerProvider } from '@opentelemetry/sdk-trace'
import { hostname } from 'node:os'
import { setTimeout as delay } from 'node:timers/promises'
import type { Logger } from 'pino'
import { codeOf } from '../startup-error.ts'
import type { OpenSpan, SpanAttributes, SpanLink, SpanOptions, Tracing } from './spans.ts'

/** Spans waiting for the collector, some 4 MB. While it is unavailable, newer ones are dropped. */
const mostWaiting = 4_096
const sendEveryMs = 2_000
/** How long to wait for the collector to answer. */
const answerMs = 5_000
const stopMs = 2_000
const warnEveryMs = 60_000

const kinds = {
  internal: SpanKind.INTERNAL,
  server: SpanKind.SERVER,
  client: SpanKind.CLIENT,
  consumer: SpanKind.CONSUMER,
} as const

const toAttributes = (attributes: SpanAttributes): Attributes =>
  Object.fromEntries(
    Object.entries(attributes).map(([name, value]) => [name, typeof value === 'object' ? [...value] : value]),
  ) as Attributes

/** The error's code or kind, because its message may quote what somebody wrote. */
const kindOf = (error: unknown): string => {
  if (typeof error === 'string') return error
  return codeOf(error) ?? (error instanceof Error ? error.name : 'unknown')
}

/**
 * Traces with OpenTelemetry, sent to a collector with OTLP over HTTP. Nobody ever waits for the collector: what it does not accept stays in
 * a bounded queue and is then dropped.
 */
export const startTracing = (url: string, log: Logger): Tracing => {
  warnRarely(log)
  context.setGlobalContextManager(new AsyncLocalStorageContextManager().enable())
  const provider = new TracerProvider({
    resource: resourceFromAttributes({
      'service.name': 'emberwatch',
      'service.instance.id': `${hostname()}:${process.pid}`,
    }),
    spanProcessors: [
      new BatchSpanProcessor({
        exporter: new OTLPTraceExporter({ url: tracesUrl(url), timeoutMillis: answerMs }),
        maxQueueSize: mostWaiting,
        maxExportBatchSize: 512,
        scheduledDelayMillis: sendEveryMs,
        exportTimeoutMillis: answerMs,
      }),
    ],
  })
  const tracer = provider.getTracer('emberwatch')

  const open = (name: string, { kind = 'internal', attributes = {}, links = [] }: SpanOptions): OpenSpan => {
    // Whatever arrives from outside starts its own trace, whichever context is active at that point.
    const root = kind === 'server' || kind === 'consumer'
    const span = tracer.startSpan(name, {
      kind: kinds[kind],
      attributes: toAttributes(attributes),
      links: links.map((link) => ({ context: link })),
      root,
    })
    const inner = trace.setSpan(root ? ROOT_CONTEXT : context.active(), span)
    return {
      link: span.spanContext(),
      set: (more) => void span.setAttributes(toAttributes(more)),
      run: (work) => context.with(inner, work),
      end(error) {
        if (error !== undefined) span.setStatus({ code: SpanStatusCode.ERROR }).setAttribute('error.type', kindOf(error))
        span.end()
      },
    }
  }
  return {
    open,
    active: (): SpanLink | undefined => trace.getActiveSpan()?.spanContext(),
    async stop() {
      await Promise.race([provider.shutdown().catch(() => undefined), delay(stopMs, undefined, { ref: false })])
      context.disable()
      diag.disable()
    },
  }
}

/** According to the OpenTelemetry specification, the collector's base address covers all signals. */
const tracesUrl = (url: string): string => {
  const place = new URL(url)
  place.pathname = `${place.pathname.replace(/\/$/, '')}/v1/traces`
  return place.href
}

/** An unavailable collector fails every two seconds; one log line per minute is enough. */
const warnRarely = (log: Logger): void => {
  let next = 0
  const warn = (): void => {
    if (performance.now() < next) return
    next = performance.now() + warnEveryMs
    log.warn('traces cannot be sent to OTLP_URL; they are dropped, and nothing else is affected')
  }
  const silent = (): void => undefined
  diag.setLogger({ error: warn, warn, info: silent, debug: silent, verbose: silent }, { logLevel: DiagLogLevel.WARN })
}
