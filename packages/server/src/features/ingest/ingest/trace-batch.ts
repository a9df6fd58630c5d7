import type { BatchWrite } from '../../../platform/batch-write.ts'
import { activeSpan, idsOf, inSpan, notice } from '../../../platform/tracing/spans.ts'
import type { InboundMessage } from './inbound-message.ts'

/** Alarms of one batch that get their own span. Limited, so that a storm does not push everything else out of the queue. */
const mostAlarms = 100
/** As many as OpenTelemetry keeps. */
const mostLinks = 128

/** Traces the writing of a batch, with links to the calls that carried its messages. */
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

/** A span for each alarm of a batch, after its commit, by which its journey can be found. */
export const traceAlarms = (written: Pick<BatchWrite, 'events'> | undefined): void => {
  if (written === undefined || activeSpan() === undefined) return
  const alarms = written.events.filter(({ kind }) => kind === 'alarm')
  for (const { kind, objectId, change } of alarms.slice(0, mostAlarms))
    notice(`alarm.${change}`, () => ({ attributes: idsOf([{ kind, id: objectId }]) }))
}
