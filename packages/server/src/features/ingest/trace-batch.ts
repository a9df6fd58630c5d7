import { activeSpan, idsOf, inSpan, notice } from '../../platform/tracing/spans.ts'
import type { BatchEffects } from './batch-effects.ts'
import type { InboundMessage } from './inbound-message.ts'

/** Alarms of one batch that get a span of their own: a storm must not push everything else out of the queue. */
const mostAlarms = 100
/** As many as OpenTelemetry keeps. */
const mostLinks = 128

/** The writing of a batch as a trace, with links to the calls that brought its messages. */
export const traceBatch = (items: readonly InboundMessage[], write: () => Promise<void>): Promise<void> =>
  inSpan(
    'ingest.batch',
    () => ({
      kind: 'consumer',
      attributes: {
        'batch.messages': items.length,
        'batch.urgent': items.filter(({ urgent }) => urgent).length,
        'batch.reports': items.reduce((sum, { rows }) => sum + rows.length, 0),
      },
      links: items.flatMap(({ call }) => call ?? []).slice(0, mostLinks),
    }),
    write,
  )

/** What became of alarms in a batch, after its commit: a span for each, by which its journey is found. */
export const traceAlarms = (effects: BatchEffects | undefined): void => {
  if (effects === undefined || activeSpan() === undefined) return
  const alarms = effects.events.filter(({ kind }) => kind === 'alarm')
  for (const { kind, objectId, change } of alarms.slice(0, mostAlarms))
    notice(`alarm.${change}`, () => ({ attributes: idsOf([{ kind, id: objectId }]) }))
}
