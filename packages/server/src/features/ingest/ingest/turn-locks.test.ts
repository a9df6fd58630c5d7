import pg from 'pg'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { openDatabase } from '../../../platform/database/database.ts'
import { GatewayCache } from './gateway-cache.ts'
import { IngestConnection } from './ingest-connection.ts'
import { rowsOf, send, useIngest } from './ingest.testing.ts'
import { LogBudget } from '../../../platform/broker/log-budget.ts'
import { Preparer } from './prepare.ts'
import { ReportCodeTable } from './report-code-table.ts'
import { Turns } from './turns.ts'
import { writeBatch } from './write-batch.ts'

const t = useIngest()
/** A second program that holds locks. */
let blocker: pg.Client
beforeAll(async () => {
  blocker = new pg.Client(t.connection)
  await blocker.connect()
})
afterAll(() => blocker.end())

const fire = { code: '1110', format: 'CID' }
const fault = { code: '1301', format: 'CID' }

test('a writer waiting for its turn does not lock faults of a detector that another gateway relays too', async () => {
  const { pool, close } = openDatabase(t.connection)
  const reportCodes = new ReportCodeTable(pool)
  await reportCodes.start()
  const preparer = new Preparer({ gatewayCache: new GatewayCache(pool), reportCodes, budget: new LogBudget() })
  const [one, other] = t.site.gateways
  const [first, shared] = one?.devices ?? []
  // Locks and turns have no time limit here: only a deadlock, which breaks the connection, ends the wait.
  const turns = new Turns(60_000)
  const writers = [new IngestConnection(t.connection), new IngestConnection(t.connection)] as const
  const write = async (connection: IngestConnection, gateway = '', devices: (string | undefined)[] = []) => {
    const reports = devices.map((device) => ({ device, ...fault })).concat({ device: `fire of ${gateway}`, ...fire })
    const payload = Buffer.from(JSON.stringify({ reports }))
    const message = { gateway, channel: 'report', topic: `ew/v1/${gateway}/report`, payload, receivedAt: new Date() } as const
    const item = await preparer.prepare(message, () => undefined)
    const faultType = reportCodes.faultType.bind(reportCodes)
    await writeBatch({ connection, onRaised: async () => undefined, mayStartRule: () => false, faultType, turns }, [item])
  }
  await send(t, { reports: [{ device: first?.code, ...fault }] })
  const states = async () =>
    (
      await pool.query<{ wait: string }>(
        `select case when wait_event_type = 'Lock' then 'lock' when state = 'idle in transaction' then 'turn' end as wait
           from pg_stat_activity where datname = current_database() and pid <> $1
            and (wait_event_type = 'Lock' or state = 'idle in transaction') and now() - state_change > interval '50 ms' order by 1`,
        [(await blocker.query<{ pid: number }>('select pg_backend_pid() as pid')).rows[0]?.pid],
      )
    ).rows.map(({ wait }) => wait)
  await blocker.query('begin')
  await blocker.query(`select from fault where device_id = $1 for update`, [first?.id])
  const writing = [write(writers[0], one?.code, [first?.code, shared?.code])]
  await vi.waitFor(async () => expect(await states()).toEqual(['lock']), 30_000)
  writing.push(write(writers[1], other?.code, [shared?.code]))
  await vi.waitFor(async () => expect(await states()).toEqual(['lock', 'turn']), 30_000)
  await blocker.query('rollback')
  await Promise.all(writing)
  expect(await rowsOf.alarms(t)).toHaveLength(2)
  expect((await rowsOf.faults(t)).map(({ device_id: id, repeat_count: count }) => [id, count])).toEqual([
    [first?.id, 1],
    [shared?.id, 1],
  ])
  await Promise.all([...writers.map((writer) => writer.close()), close()])
})
