import { execFileSync } from 'node:child_process'
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { zstdDecompressSync } from 'node:zlib'
import pg from 'pg'
import { pino } from 'pino'
import { afterEach, expect, test, vi } from 'vitest'
import { createApp } from '../../app.ts'
import { loadConfig } from '../../config.ts'
import { startEmbeddedPostgres } from '../../platform/database/embedded-postgres.ts'
import { messageOf } from '../../platform/startup-error.ts'

/**
 * Each archive is the data directory of a released version, left by `npm start` after a clean stop: one customer, two orders, three alarms
 * of which one was confirmed, and an open session. The password of its first account is `Release-<version>`. README.md says how to make
 * one.
 */
const archives = readdirSync(import.meta.dirname).filter((name) => name.endsWith('.tar.zst'))
const log = pino({ level: 'silent' })
vi.setConfig({ testTimeout: 120_000 })

const clearUp: (() => unknown)[] = []
afterEach(async () => {
  for (let each = clearUp.pop(); each; each = clearUp.pop()) await each()
})

const unpack = (archive: string): string => {
  const dataDir = mkdtempSync(join(tmpdir(), 'emberwatch-release-'))
  clearUp.push(() => rmSync(dataDir, { recursive: true, force: true }))
  const tar = zstdDecompressSync(readFileSync(join(import.meta.dirname, archive)))
  execFileSync('tar', ['-xf', '-', '-C', dataDir, '--no-same-owner'], { input: tar })
  return dataDir
}

test('there is an archive of the first version', () => {
  expect(archives).toContain('0.1.0.tar.zst')
})

test.each(archives)('this program opens %s with everything in it', async (archive) => {
  const version = archive.replace('.tar.zst', '')
  const dataDir = unpack(archive)
  const config = loadConfig({ DATA_DIR: dataDir, PORT: '0', MQTT_PORT: '0', CAPTCHA: 'off', LOG_LEVEL: 'silent' })
  const start = async () => {
    const postgres = await startEmbeddedPostgres({ dataDir, log, settings: { fsync: 'off' } })
    clearUp.push(() => postgres.stop())
    const app = await createApp({ config, connection: postgres.connection, demo: false, log })
    clearUp.push(() => app.stop())
    return { postgres, address: (await app.start()).address.replace(/\/$/, '') }
  }
  const { postgres, address } = await start()
  let token = ''
  const call = async (method: string, path: string, input: Record<string, unknown> = {}) => {
    const query = method === 'GET' ? `?${new URLSearchParams(input as Record<string, string>).toString()}` : ''
    const response = await fetch(`${address}/api/${path}${query}`, {
      method,
      headers: { 'accept-language': 'en', 'content-type': 'application/json', authorization: `Bearer ${token}` },
      ...(method === 'GET' ? {} : { body: JSON.stringify(input) }),
    })
    const { data, msg, success } = (await response.json()) as { data: unknown; msg: string; success: boolean }
    expect(success, `${path}: ${msg}`).toBe(true)
    return data as { list: { name: string; description: string; state: string }[]; intact: boolean; rows: number }
  }

  token = String(await call('POST', 'web/account/login', { account: 'operator', password: `Release-${version}` }))
  const customers = await call('GET', 'web/customer/page', { pageSize: '50' })
  expect(customers.list.map(({ name }) => name)).toContain('Kept customer')
  const orders = await call('GET', 'web/order/repair/page', { pageSize: '50' })
  expect(orders.list.map(({ description }) => description)).toContain('Kept order')
  const alarms = await call('GET', 'web/alarmRecord/page', { pageSize: '50' })
  expect(alarms.list.map(({ state }) => state).sort()).toEqual(['confirmed', 'unconfirmed', 'unconfirmed'])
  const verdict = await call('GET', 'web/log/audit/verify')
  expect(verdict).toMatchObject({ intact: true })
  expect(verdict.rows).toBeGreaterThanOrEqual(8)
  // Rows of the old version can be changed, and the audit chain continues.
  await call('POST', 'web/customer/create', {
    name: 'New customer',
    type: 'enterprise',
    contacter: 'Front desk',
    phone: '13800000000',
  })
  expect(await call('GET', 'web/log/audit/verify')).toMatchObject({ intact: true })

  const client = new pg.Client(postgres.connection)
  await client.connect()
  clearUp.push(() => client.end())
  const { rows } = await client.query('select rolsuper from pg_roles where rolname = current_user')
  expect(rows).toEqual([{ rolsuper: false }])
  // An upgrade added roles for ordinary users: they may see fires but not close them.
  const given = await client.query(
    `select distinct menu.operation_code as code from role join role_menu on role_menu.role_id = role.id
     join menu on menu.code = role_menu.menu_code where role.type = 'user' and menu.operation_code is not null order by 1`,
  )
  expect(given.rows).toEqual([{ code: 'alarm:view' }, { code: 'dataHome:view' }, { code: 'message:view' }])
})

test('a kill during the conversion is repaired by the next start', async () => {
  const dataDir = unpack('0.1.0.tar.zst')
  const first = await startEmbeddedPostgres({ dataDir, log })
  process.kill(first.pid, 'SIGKILL')
  await first.stop()
  const second = await startEmbeddedPostgres({ dataDir, log })
  clearUp.push(() => second.stop())
  const client = new pg.Client(second.connection)
  await client.connect()
  clearUp.push(() => client.end())
  const { rows } = await client.query(`select count(*)::int as count from customer where name = 'Kept customer'`)
  expect(rows).toEqual([{ count: 1 }])
  // The program must own every table, or its own migrations could not change it.
  const foreign = await client.query(
    `select relname from pg_class join pg_namespace n on n.oid = relnamespace where nspname in ('public', 'jobs') and relkind in ('r', 'p') and relowner <> current_user::regrole`,
  )
  expect(foreign.rows).toEqual([])
  expect(await client.query('select 1 from pg_authid').then(() => 'read', messageOf)).toContain('permission denied')
})
