import { spawn, type ChildProcess } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { pino } from 'pino'
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest'
import { messageOf } from '../startup-error.ts'
import { startEmbeddedPostgres } from './embedded-postgres.ts'
import { isAlive, readPostmasterPid } from './postmaster-pid.ts'

// These wait for the disk, which slower machines and other work at the same time make long.
vi.setConfig({ testTimeout: 60_000 })
const log = pino({ level: 'silent' })
let home: string
let dataDir: string // one for all tests: making a database is what takes long
let children: ChildProcess[] = []

beforeAll(() => {
  home = mkdtempSync(join(tmpdir(), 'emberwatch-test-')) // 0700, as a home that nobody else may enter
  dataDir = join(home, 'data')
})

afterEach(() => {
  for (const child of children) child.kill('SIGKILL')
  children = []
  const left = readPostmasterPid(join(dataDir, 'postgres'))
  if (left !== undefined && isAlive(left.pid)) process.kill(left.pid, 'SIGKILL')
})

afterAll(() => rmSync(home, { recursive: true, force: true }))

async function query(connection: pg.PoolConfig, sql: string): Promise<Record<string, unknown>[]> {
  const client = new pg.Client(connection)
  await client.connect()
  try {
    const { rows } = await client.query<Record<string, unknown>>(sql)
    return rows
  } finally {
    await client.end()
  }
}

/** Another program that owns the database, writes one durable row and then lives on until it is killed. */
function startOwner(): Promise<ChildProcess> {
  const script = `
    import { startEmbeddedPostgres } from ${JSON.stringify(import.meta.resolve('./embedded-postgres.ts'))}
    import pg from ${JSON.stringify(import.meta.resolve('pg'))}
    const { connection } = await startEmbeddedPostgres({ dataDir: ${JSON.stringify(dataDir)}, log: console })
    const client = new pg.Client(connection)
    await client.connect()
    await client.query('create table if not exists kept (id int); insert into kept values (1)')
    process.stdout.write('committed')`
  const child = spawn(process.execPath, ['--input-type=module', '-e', script], { stdio: ['ignore', 'pipe', 'inherit'] })
  children.push(child)
  return new Promise((resolve, reject) => {
    child.stdout.on('data', (chunk: Buffer) => chunk.toString().includes('committed') && resolve(child))
    child.once('exit', () => reject(new Error('the owner ended early')))
  })
}

async function killAndWait(child: ChildProcess): Promise<void> {
  const ended = new Promise((resolve) => child.once('exit', resolve))
  child.kill('SIGKILL')
  await ended
}

describe('embedded PostgreSQL', () => {
  test('starts durable and in UTF-8, keeps its data over a clean stop, and is gone afterwards', async () => {
    const first = await startEmbeddedPostgres({ dataDir, log })
    const settings = await query(
      first.connection,
      `select current_setting('fsync') fsync, current_setting('full_page_writes') pages, current_setting('synchronous_commit') sync,
              current_setting('server_encoding') encoding, current_setting('listen_addresses') addresses, lower('ÄÉ') lower`,
    )
    expect(settings).toEqual([{ fsync: 'on', pages: 'on', sync: 'on', encoding: 'UTF8', addresses: '', lower: 'äé' }])
    await query(first.connection, 'create table first as select 1 as id')
    const { pid } = first
    await first.stop()
    expect(isAlive(pid)).toBe(false)

    const second = await startEmbeddedPostgres({ dataDir, log })
    expect(await query(second.connection, 'select * from first')).toEqual([{ id: 1 }])
    await second.stop()
  })

  test('works under a path too long for a socket address', async () => {
    const long = join(home, 'long-'.repeat(30))
    symlinkSync(dataDir, long)
    const server = await startEmbeddedPostgres({ dataDir: long, log })
    expect(await query(server.connection, 'select 1 as one')).toEqual([{ one: 1 }])
    await server.stop()
  })

  test('a second program on the same directory is refused, and the first one goes on', async () => {
    const server = await startEmbeddedPostgres({ dataDir, log })
    const refused = await startEmbeddedPostgres({ dataDir, log }).then(() => 'started', messageOf)
    expect(refused).toBe(
      `The data directory ${dataDir} is in use by process ${process.pid}: stop it first, or choose another DATA_DIR.`,
    )
    expect(await query(server.connection, 'select 1 as one')).toEqual([{ one: 1 }])
    await server.stop()
  })

  test('after kill -9 of the program the next start stops the orphan and has every committed row', async () => {
    const owner = await startOwner()
    const orphan = readPostmasterPid(join(dataDir, 'postgres'))?.pid ?? 0
    await killAndWait(owner)
    expect(isAlive(orphan)).toBe(true)

    const server = await startEmbeddedPostgres({ dataDir, log })
    expect(isAlive(orphan)).toBe(false)
    expect(await query(server.connection, 'select * from kept')).toEqual([{ id: 1 }])
    await query(server.connection, 'drop table kept')
    await server.stop()
  })

  test('after kill -9 of everything, and with its process id taken by another program, the next start recovers', async () => {
    const owner = await startOwner()
    const cluster = join(dataDir, 'postgres')
    const orphan = readPostmasterPid(cluster)?.pid ?? 0
    process.kill(orphan, 'SIGKILL')
    await killAndWait(owner)
    const again = await startEmbeddedPostgres({ dataDir, log })
    expect(await query(again.connection, 'select * from kept')).toEqual([{ id: 1 }])
    await again.stop()

    const stranger = spawn('sleep', ['60'])
    children.push(stranger)
    writeFileSync(
      join(cluster, 'postmaster.pid'),
      `${stranger.pid}\n${cluster}\n1\n5432\n${join(dataDir, 'run')}\n\n1 1\nready\n`,
    )
    const server = await startEmbeddedPostgres({ dataDir, log })
    expect(isAlive(stranger.pid ?? 0)).toBe(true)
    await server.stop()
  })

  test('PostgreSQL is started again when it dies, and stops when asked', async () => {
    const server = await startEmbeddedPostgres({ dataDir, log })
    const before = server.pid
    process.kill(before, 'SIGKILL')
    await expect.poll(() => server.pid, { timeout: 10_000 }).not.toBe(before)
    await expect
      .poll(() => query(server.connection, 'select 1 as one').catch(() => []), { timeout: 10_000 })
      .toEqual([{ one: 1 }])
    await server.stop()
    expect(isAlive(server.pid)).toBe(false)
  })

  test('a directory that cannot be used gives one clear line', async () => {
    writeFileSync(join(home, 'file'), '')
    const blocked = await startEmbeddedPostgres({ dataDir: join(home, 'file'), log }).then(() => 'started', messageOf)
    expect(blocked).toContain('cannot be written')
    const taken = join(home, 'taken')
    mkdirSync(join(taken, 'postgres'), { recursive: true })
    writeFileSync(join(taken, 'postgres', 'notes.txt'), 'mine')
    const foreign = await startEmbeddedPostgres({ dataDir: taken, log }).then(() => 'started', messageOf)
    expect(foreign).toContain('holds no PostgreSQL database')
  })

  test('a database of another version is left alone with one clear line', async () => {
    const older = join(home, 'older')
    mkdirSync(join(older, 'postgres'), { recursive: true })
    writeFileSync(join(older, 'postgres', 'PG_VERSION'), '17\n')
    const refused = await startEmbeddedPostgres({ dataDir: older, log }).then(() => 'started', messageOf)
    expect(refused).toContain('was made by PostgreSQL 17')
  })
})
