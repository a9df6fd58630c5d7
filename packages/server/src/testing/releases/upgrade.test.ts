import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { zstdDecompressSync } from 'node:zlib'
import pg from 'pg'
import { pino } from 'pino'
import { afterEach, expect, test } from 'vitest'
import { createApp } from '../../app.ts'
import { loadConfig } from '../../config.ts'
import { startEmbeddedPostgres } from '../../platform/database/embedded-postgres.ts'
import { fillEmptyTables, rowCounts } from './fill-tables.ts'

const log = pino({ level: 'silent' })
const clearUp: (() => unknown)[] = []
afterEach(async () => {
  for (let each = clearUp.pop(); each; each = clearUp.pop()) await each()
})

/** Tables that a newer version empties on purpose, as its migration says. */
const emptied: readonly string[] = []
/** What a program writes at its start and while it runs. */
const alive = new Set([
  'live_event',
  'process_beat',
  'listening',
  'schema_migration',
  'login_log',
  'api_log',
  'session',
  'captcha',
])

test('a full database of 0.1.0 is upgraded with every row, its open alarms wait as before, and nobody is notified twice', async () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'emberwatch-upgrade-'))
  clearUp.push(() => rmSync(dataDir, { recursive: true, force: true }))
  const tar = zstdDecompressSync(readFileSync(join(import.meta.dirname, '0.1.0.tar.zst')))
  execFileSync('tar', ['-xf', '-', '-C', dataDir, '--no-same-owner'], { input: tar })
  const postgres = await startEmbeddedPostgres({ dataDir, log, settings: { fsync: 'off' } })
  clearUp.push(() => postgres.stop())
  const client = new pg.Client(postgres.connection)
  await client.connect()
  clearUp.push(() => client.end())
  const rows = async <Row extends object>(sql: string) => (await client.query<Row>(sql)).rows

  await fillEmptyTables(client)
  const before = await rowCounts(client)
  expect(Object.entries(before).filter(([, count]) => count === 0)).toEqual([])
  const alarmsBefore = await rows<{ id: string }>(`select id, state, first_at, last_at, repeat_count from alarm order by id`)

  const config = loadConfig({ DATA_DIR: dataDir, PORT: '0', MQTT_PORT: '0', CAPTCHA: 'off', LOG_LEVEL: 'silent' })
  const app = await createApp({ config, connection: postgres.connection, demo: false, log })
  clearUp.push(() => app.stop())
  const address = (await app.start()).address.replace(/\/$/, '')

  const after = await rowCounts(client)
  const lost = Object.entries(before).filter(([table, count]) => !alive.has(table) && (after[table] ?? 0) < count)
  expect(lost.map(([table]) => table)).toEqual(emptied)

  let token = ''
  const call = async (method: string, path: string, input: Record<string, string> = {}) => {
    const query = method === 'GET' ? `?${new URLSearchParams(input).toString()}` : ''
    const response = await fetch(`${address}/api/${path}${query}`, {
      method,
      headers: { 'accept-language': 'en', 'content-type': 'application/json', authorization: `Bearer ${token}` },
      ...(method === 'GET' ? {} : { body: JSON.stringify(input) }),
    })
    const { data, msg, success } = (await response.json()) as { data: unknown; msg: string; success: boolean }
    expect(success, `${path}: ${msg}`).toBe(true)
    return data
  }
  token = String(await call('POST', 'web/account/login', { account: 'operator', password: 'Release-0.1.0' }))
  const shown = (await call('GET', 'web/alarmRecord/page', { pageSize: '100' })) as { list: { id: number; state: string }[] }
  expect(new Set(shown.list.map(({ id }) => id))).toEqual(new Set(alarmsBefore.map(({ id }) => Number(id))))
  for (const { id } of shown.list) await call('GET', 'web/alarmRecord/detail', { id: String(id) })
  expect(await rows(`select id, state, first_at, last_at, repeat_count from alarm order by id`)).toEqual(alarmsBefore)
  // People notified of an open alarm by the old version are not notified again within its window.
  expect(await rows(`select id from alarm where state in ('unconfirmed', 'confirmed') and told_at is null and not test`)).toEqual(
    [],
  )

  // The jobs of the first seconds: clocks exceeded long ago, faults, orders, contracts.
  await delay(8_000)
  expect(await rows('select kind from notification_cause')).toEqual([])
  expect(await rows('select event from notification_run')).toEqual([])
  expect(await rows('select channel from message_record')).toEqual([])
  const notified = await rows<{ told: string }>(
    `select type || ' ' || coalesce(account_id::text, '') || ' ' || coalesce(link, '') as told from message`,
  )
  expect(notified.map((row) => row.told).filter((one, index, all) => all.indexOf(one) !== index)).toEqual([])
})
