import { emberwatch } from '@emberwatch/device-link'
import { GatewayCache } from '../features/ingest/ingest/gateway-cache.ts'
import { IngestConnection } from '../features/ingest/ingest/ingest-connection.ts'
import { LogBudget } from '../platform/broker/log-budget.ts'
import { Preparer } from '../features/ingest/ingest/prepare.ts'
import { ReportCodeTable } from '../features/ingest/ingest/report-code-table.ts'
import { writeBatch } from '../features/ingest/ingest/write-batch.ts'
import { openDatabase } from '../platform/database/database.ts'
import type { BrokerMessage } from '../platform/broker/broker.ts'
import type { TestWorld } from '../testing/context.ts'
import { signals, type ReportCommand } from './commands.testing.ts'
import type { Place } from './site.testing.ts'

export type Sent = BrokerMessage

const maxBatch = 500

/** Ingest without a network: messages are decoded and stored with the production code. */
export const ingestWriter = async (world: TestWorld) => {
  const lookups = openDatabase({ ...world.connection, max: 2 })
  const reportCodes = new ReportCodeTable(lookups.pool)
  await reportCodes.start()
  const preparer = new Preparer({ gatewayCache: new GatewayCache(lookups.pool), reportCodes, budget: new LogBudget() })
  const connections = [new IngestConnection(world.connection), new IngestConnection(world.connection)]
  const optionsOf = (connection: IngestConnection) => ({
    connection,
    onRaised: async () => undefined,
    mayStartRule: () => false,
    faultType: (fault: Parameters<ReportCodeTable['faultType']>[0]) => reportCodes.faultType(fault),
  })
  // What each writer is doing. A message waits for the first free writer, as in ingest's lanes.
  const free = connections.map(() => Promise.resolve())
  let next = 0

  return {
    message(place: Place, command: ReportCommand, receivedAt: Date): Sent {
      const { gateway, deviceCode: device } = place
      const reports = command.signals.map((signal) => ({ device, code: signals[signal], format: 'CID' }))
      return {
        gateway: gateway.code,
        channel: 'report',
        topic: `${emberwatch.toLowerCase()}/v1/${gateway.code}/report`,
        payload: Buffer.from(JSON.stringify({ boot: 'a1', seq: ++gateway.seq, reports })),
        receivedAt,
      }
    },
    async write(messages: readonly Sent[]): Promise<void> {
      const work: Promise<void>[] = []
      for (let from = 0; from < messages.length; from += maxBatch) {
        const some = messages.slice(from, from + maxBatch)
        const lane = next++ % connections.length
        const connection = connections[lane]
        if (!connection) throw new Error('no writer')
        const before = free[lane] ?? Promise.resolve()
        const written = before.then(async () => {
          const items = await Promise.all(some.map(async (message) => preparer.prepare(message, () => undefined)))
          // A deadlock with people's actions fails the test: all lock in one order.
          await writeBatch(optionsOf(connection), items)
        })
        free[lane] = written.catch(() => undefined)
        work.push(written)
      }
      await Promise.all(work)
    },
    async stop(): Promise<void> {
      await Promise.all(connections.map((connection) => connection.close()))
      await lookups.close()
    },
  }
}
