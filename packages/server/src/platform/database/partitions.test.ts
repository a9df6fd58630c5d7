import { settingDefaults } from '@emberwatch/contract'
import { sql } from 'kysely'
import { pino } from 'pino'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { testWorld, type TestWorld } from '../../testing/context.ts'
import { codeOf } from '../startup-error.ts'
import { createPartitionWatch, maintainPartitions } from './partitions.ts'

const log = pino({ level: 'silent' })
let world: TestWorld
beforeAll(async () => {
  world = await testWorld()
})
afterAll(() => world.stop())

const partitions = async (): Promise<string[]> => {
  const { rows } = await sql<{
    name: string
  }>`select relname as name from pg_inherits join pg_class on pg_class.oid = inhrelid where relkind = 'r'`.execute(world.db)
  return rows.map((row) => row.name)
}

const today = new Date()
const inMonths = (months: number, ms = 0): Date =>
  new Date(Date.UTC(today.getUTCFullYear(), today.getUTCMonth() + months, 1) + ms)
const nameOf = (table: string, months: number): string =>
  `${table}_${inMonths(months).toISOString().slice(0, 7).replace('-', '_')}`

test('missing partitions are created, also by several processes at once', async () => {
  expect(await partitions()).not.toContain(nameOf('login_log', 8))
  await Promise.all([1, 2, 3].map(() => maintainPartitions(world.db, inMonths(8), log)))
  expect(await partitions()).toEqual(
    expect.arrayContaining([nameOf('login_log', 0), nameOf('login_log', 7), nameOf('alarm', 8), nameOf('audit_log', 11)]),
  )
})

test('after a clock change while the program runs, there are partitions to write to', async () => {
  let now = new Date()
  const watch = createPartitionWatch(world.db, { now: () => now }, log, 20)
  watch.start()
  now = inMonths(-40)
  await vi.waitFor(async () => expect(await partitions()).toContain(nameOf('audit_log', -40)), { timeout: 10_000, interval: 50 })
  await watch.stop()
})

test('a long read of a table delays a new month, but no writers', async () => {
  let written = 0
  await world.db.transaction().execute(async (reader) => {
    await reader.selectFrom('api_log').select('id').limit(1).execute()
    const refused = maintainPartitions(world.db, inMonths(20), log).then(() => undefined, codeOf)
    const waiting = sql`select from pg_locks where relation = 'api_log'::regclass and not granted`
    await vi.waitFor(async () => expect((await waiting.execute(world.db)).rows).toHaveLength(1), {
      timeout: 10_000,
      interval: 20,
    })
    const from = performance.now()
    await fill(0)
    written = performance.now() - from
    expect(await refused).toBe('55P03')
  })
  expect(written).toBeLessThan(5_000)
  await maintainPartitions(world.db, inMonths(20), log)
})

const expiring = ['api_log', 'mqtt_log', 'login_log'] as const
const fill = async (months: number): Promise<void> => {
  const at = inMonths(months, 86_400_000).toISOString()
  await world.db
    .insertInto('api_log')
    .values({ at, action: 'test', method: 'GET', url: '/', status: 200, code: 200, ms: 1, trace_id: 'test' })
    .execute()
  await world.db.insertInto('mqtt_log').values({ at, client: 'test', topic: 'test', direction: 'up', result: 'stored' }).execute()
  await world.db.insertInto('login_log').values({ at, account: 'test', result: 'success' }).execute()
}
const dropped = async (now: Date): Promise<string[]> => {
  const before = await partitions()
  await maintainPartitions(world.db, now, log)
  const after = new Set(await partitions())
  return before.filter((name) => !after.has(name)).sort()
}

test('a clock a year ahead costs no logs', async () => {
  await fill(0)
  expect(await dropped(inMonths(settingDefaults.apiLogMonths + 2))).toEqual([])
  // With that clock, one month is written, not a year.
  await fill(settingDefaults.apiLogMonths + 2)
  expect(await dropped(inMonths(settingDefaults.apiLogMonths + 2))).toEqual([])
})

test('logs of calls, MQTT messages and sign-ins expire; alarms, reports and the audit log are kept', async () => {
  for (let month = 1; month <= settingDefaults.apiLogMonths; month++) {
    await maintainPartitions(world.db, inMonths(month), log)
    await fill(month)
  }
  expect(await dropped(inMonths(settingDefaults.apiLogMonths + 1, -1))).not.toEqual(
    expect.arrayContaining([nameOf('api_log', 0)]),
  )
  expect(await dropped(inMonths(settingDefaults.apiLogMonths + 1))).toEqual(expiring.map((table) => nameOf(table, 0)).sort())
})

test('each kind of log is kept for as many months as its own setting says', async () => {
  const { db } = world
  const from = settingDefaults.apiLogMonths + 30
  for (let month = from; month <= from + 6; month++) {
    await maintainPartitions(db, inMonths(month), log)
    await fill(month)
    await db
      .insertInto('device_value')
      .values({ device_id: 1, at: inMonths(month, 86_400_000), values: '{}' })
      .execute()
  }
  const kept = { apiLogMonths: 5, mqttLogMonths: 4, loginLogMonths: 3, deviceValueMonths: 2 }
  const before = await partitions()
  await maintainPartitions(db, inMonths(from + 6), log, kept)
  const after = await partitions()
  const oldest = ['api_log', 'mqtt_log', 'login_log', 'device_value'].map((table) => {
    expect(before).toContain(nameOf(table, from))
    return Array.from({ length: 7 }, (_, month) => from + month).find((month) => after.includes(nameOf(table, month)))
  })
  expect(oldest).toEqual([from + 1, from + 2, from + 3, from + 4])
})
