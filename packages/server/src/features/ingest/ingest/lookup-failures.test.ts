import { expect, test } from 'vitest'
import type pg from 'pg'
import { connectionErrors } from '../../../platform/database/connection-errors.testing.ts'
import { BatchLoader } from './batch-loader.ts'
import { GatewayCache } from './gateway-cache.ts'
import { useIngest } from './ingest.testing.ts'
import { LogBudget } from '../../../platform/broker/log-budget.ts'
import { Preparer } from './prepare.ts'
import { ReportCodeTable } from './report-code-table.ts'
import { openDatabase } from '../../../platform/database/database.ts'
import { pino } from 'pino'

// The database itself is real; each test only says at which query its connection breaks, and with what.

const t = useIngest()
const fire = (device: string) => ({ reports: [{ device, code: '1110', format: 'CID' }] })

/** A pool whose queries fail with an error from the moment it is given one. */
const breakable = () => {
  const database = openDatabase({ ...t.connection, max: 1 }, pino({ level: 'silent' }))
  let error: Error | undefined
  const pool = {
    query: (...query: Parameters<pg.Pool['query']>) =>
      error === undefined ? database.pool.query(...query) : Promise.reject(error),
  } as unknown as pg.Pool
  return { pool, fail: (next: Error | undefined) => void (error = next), close: () => database.close() }
}

test('whatever a lookup fails with, a fire is neither stored without its device nor acknowledged', async () => {
  const { pool, fail, close } = breakable()
  const gatewayCache = new GatewayCache(pool)
  const reportCodes = new ReportCodeTable(pool)
  const preparer = new Preparer({ gatewayCache, reportCodes, budget: new LogBudget() })
  const [own] = t.gateway.devices
  const prepare = async (device: string) => {
    const payload = Buffer.from(JSON.stringify(fire(device)))
    const message = {
      gateway: t.gateway.code,
      channel: 'report',
      topic: 'report',
      payload,
      receivedAt: new Date(),
    } as const
    return preparer.prepare(message, () => expect.unreachable('settled'))
  }
  const accepted: string[] = []
  for (const error of connectionErrors()) {
    fail(error)
    gatewayCache.invalidate()
    // Of a gateway that is not in the cache.
    await prepare(own?.code ?? '').then(
      () => accepted.push(`gateway: ${String(error)}`),
      () => undefined,
    )
    fail(undefined)
    await gatewayCache.gateway(t.gateway.code)
    fail(error)
    // Of a device that is not in the cache.
    await prepare('NOBODY').then(
      () => accepted.push(`device: ${String(error)}`),
      () => undefined,
    )
  }
  expect(accepted).toEqual([])
  fail(undefined)
  const item = await prepare(own?.code ?? '')
  expect(item.rows).toMatchObject([{ device: { code: own?.code } }])
  await close()
})

test('whatever a joint lookup fails with, it is not asked again for each key', async () => {
  for (const error of connectionErrors()) {
    let queries = 0
    const loader = new BatchLoader<string, string>(() => {
      queries++
      return Promise.reject(error)
    })
    const answers = await Promise.allSettled(['a', 'b'].map((key) => loader.load(key)))
    expect([queries, ...answers.map(({ status }) => status)]).toEqual([1, 'rejected', 'rejected'])
  }
})

test('an error of our own while a message is read is a fault and an alarm of its gateway, in the cache or not', async () => {
  const { pool, close } = breakable()
  const reportCodes = new ReportCodeTable(pool)
  await reportCodes.start()
  const find = reportCodes.find.bind(reportCodes)
  reportCodes.find = (format, code) => {
    if (code === 'defect') throw new TypeError('a mistake of ours')
    return find(format, code)
  }
  const gatewayCache = new GatewayCache(pool)
  const preparer = new Preparer({ gatewayCache, reportCodes, budget: new LogBudget() })
  const payload = Buffer.from(JSON.stringify({ reports: [{ code: '1110', format: 'CID' }, { code: 'defect' }] }))
  for (const isCached of [false, true]) {
    expect(gatewayCache.peek(t.gateway.code) !== undefined).toBe(isCached)
    const message = { gateway: t.gateway.code, channel: 'report', topic: 'report', payload, receivedAt: new Date() } as const
    const item = await preparer.prepare(message, () => undefined)
    expect(item).toMatchObject({ gateway: { id: t.gateway.id }, detectedFaults: ['unreadable'], urgent: true })
  }
  await close()
})
