import { limits } from '@emberwatch/contract'
import { sql } from 'kysely'
import { pino } from 'pino'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { testWorld, type TestWorld } from '../../testing/context.ts'
import { keepPartitions } from './partitions.ts'

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

test('what is missing is made, also by several at once', async () => {
  expect(await partitions()).not.toContain(nameOf('login_log', 8))
  await Promise.all([1, 2, 3].map(() => keepPartitions(world.db, inMonths(8), log)))
  expect(await partitions()).toEqual(
    expect.arrayContaining([nameOf('login_log', 0), nameOf('login_log', 7), nameOf('alarm', 8), nameOf('audit_log', 11)]),
  )
})

test('logs of calls, MQTT messages and sign-ins have their time; alarms, reports and the audit log are kept', async () => {
  const expiring = ['api_log', 'mqtt_log', 'login_log'].map((table) => nameOf(table, 0))
  await keepPartitions(world.db, inMonths(limits.logMonths + 1, -1), log)
  const before = await partitions()
  expect(before).toEqual(expect.arrayContaining(expiring))
  await keepPartitions(world.db, inMonths(limits.logMonths + 1), log)
  const after = new Set(await partitions())
  expect(before.filter((name) => !after.has(name)).sort()).toEqual(expiring.sort())
})
