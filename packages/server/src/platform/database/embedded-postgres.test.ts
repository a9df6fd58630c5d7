import { spawn, type ChildProcess } from 'node:child_process'
import { mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import pg from 'pg'
import { pino } from 'pino'
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest'
import { messageOf } from '../startup-error.ts'
import { startEmbeddedPostgres } from './embedded-postgres.ts'
import { isAlive, readPostmasterPid } from './postmaster-pid.ts'
import { pauseBeforeStart, stopTimeouts } from './postgres-server.ts'

// These wait for the disk, which takes long on slow or busy machines.
vi.setConfig({ testTimeout: 60_000 })
const log = pino({ level: 'silent' })
let home: string
let dataDir: string // one for all tests: creating a database is the slow part
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

const query = async (connection: pg.PoolConfig, sql: string): Promise<Record<string, unknown>[]> => {
  const client = new pg.Client(connection)
  await client.connect()
  try {
    const { rows } = await client.query<Record<string, unknown>>(sql)
    return rows
  } finally {
    await client.end()
  }
}

/** Another program that owns the database, writes one durable row and then runs until it is killed. */
const startOwner = (): Promise<ChildProcess> => {
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

const killAndWait = async (child: ChildProcess): Promise<void> => {
  const ended = new Promise((resolve) => child.once('exit', resolve))
  child.kill('SIGKILL')
  await ended
}

describe('embedded PostgreSQL', () => {
  test('starts durable and in UTF-8, keeps its data across a clean stop, and is gone afterwards', async () => {
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

  test('the program works as a role that owns its database and has no other rights on the server', async () => {
    const server = await startEmbeddedPostgres({ dataDir, log })
    expect(
      await query(
        server.connection,
        `select rolsuper, rolcreaterole, rolcreatedb, rolreplication, rolbypassrls,
                (select datdba::regrole::text from pg_database where datname = current_database()) as owner, current_user::text as self,
                (select count(*)::int from pg_auth_members where member = current_user::regrole) as memberships
         from pg_roles where rolname = current_user`,
      ),
    ).toEqual([
      {
        rolsuper: false,
        rolcreaterole: false,
        rolcreatedb: false,
        rolreplication: false,
        rolbypassrls: false,
        owner: 'emberwatch_app',
        self: 'emberwatch_app',
        memberships: 0,
      },
    ])
    const refused = (statement: string): Promise<string> => query(server.connection, statement).then(() => 'done', messageOf)
    expect(await refused(`copy (select 1) to program 'true'`)).toContain('permission denied')
    expect(await refused(`select pg_read_file('/etc/hostname')`)).toContain('permission denied')
    expect(await refused(`alter system set fsync = off`)).toContain('permission denied')
    expect(await refused(`select rolpassword from pg_authid`)).toContain('permission denied')
    expect(await refused(`create extension pg_trgm`)).toBe('done')
    await server.stop()
  })

  test('a PostgreSQL that crashed and cannot start for a while runs again soon after it can', async () => {
    const server = await startEmbeddedPostgres({ dataDir, log })
    const control = join(dataDir, 'postgres', 'global', 'pg_control')
    renameSync(control, `${control}.away`)
    process.kill(server.pid, 'SIGKILL')
    // By now the pauses between attempts have grown.
    await delay(7_500)
    renameSync(`${control}.away`, control)
    expect(Math.max(...Array.from({ length: 50 }, (_, failures) => pauseBeforeStart(failures)))).toBe(2_000)
    try {
      await vi.waitFor(() => query(server.connection, 'select 1'), { timeout: 20_000, interval: 50 })
    } finally {
      await server.stop()
    }
  })

  test('PostgreSQL inherits none of our secrets', async () => {
    vi.stubEnv('ADMIN_PASSWORD', 'not-for-postgres')
    vi.stubEnv('PGPASSWORD', 'not-for-postgres')
    const server = await startEmbeddedPostgres({ dataDir, log })
    vi.unstubAllEnvs()
    try {
      if (process.platform !== 'linux') return
      const given = readFileSync(`/proc/${server.pid}/environ`, 'utf8').split('\0').filter(Boolean)
      // PostgreSQL itself adds variables starting with PG and OOM.
      const names = given
        .map((each) => each.split('=')[0] ?? '')
        .filter((name) => !/^(PG_OOM|PG_GRANDPARENT|PGDATA|PGLOCALEDIR|PGSYSCONFDIR)/.test(name))
      const expected = ['LC_ALL', 'PATH', 'HOME', 'TMPDIR', 'TEMP', 'TMP', 'LD_LIBRARY_PATH']
      expect(names.filter((name) => !expected.includes(name))).toEqual([])
      expect(given.join()).not.toContain('not-for-postgres')
    } finally {
      await server.stop()
    }
  })

  test('objects of the superuser are handed over at the next start, also after a kill in the middle', async () => {
    const first = await startEmbeddedPostgres({ dataDir, log })
    await query(first.admin, `alter database emberwatch owner to emberwatch`)
    await query(
      first.admin,
      `create schema old;
       create table old.parent (id bigint generated by default as identity, at date, kind text) partition by range (at);
       create table old.child partition of old.parent for values from ('2026-01-01') to ('2027-01-01');
       create index on old.parent (kind);
       create sequence old.counter;
       create view old.seen as select id from old.parent;
       create materialized view old.counted as select count(*) from old.parent;
       create type old.state as enum ('a');
       create domain old.word as text;
       create type old.pair as (a int, b int);
       create function old.answer(int) returns int language sql as 'select 42';
       create table old."Odd name" (id serial primary key)`,
    )
    await query(first.admin, `insert into old.parent (at, kind) values ('2026-05-05', 'kept')`)
    // A transaction cut off by a kill: none of it may count.
    const killed = new pg.Client(first.admin)
    killed.on('error', () => undefined)
    await killed.connect()
    await killed.query(`begin; alter database emberwatch owner to emberwatch_app; alter schema old owner to emberwatch_app`)
    process.kill(first.pid, 'SIGQUIT')
    await killed.end().catch(() => undefined)
    await first.stop()

    const second = await startEmbeddedPostgres({ dataDir, log })
    expect(
      await query(
        second.admin,
        `select relname as name from pg_class join pg_namespace n on n.oid = relnamespace where nspname = 'old' and relowner <> 'emberwatch_app'::regrole
         union all select proname from pg_proc join pg_namespace n on n.oid = pronamespace where nspname = 'old' and proowner <> 'emberwatch_app'::regrole
         union all select typname from pg_type join pg_namespace n on n.oid = typnamespace where nspname = 'old' and typowner <> 'emberwatch_app'::regrole
         union all select nspname from pg_namespace where nspname = 'old' and nspowner <> 'emberwatch_app'::regrole
         union all select datname from pg_database where datname = 'emberwatch' and datdba <> 'emberwatch_app'::regrole`,
      ),
    ).toEqual([])
    await query(second.connection, `insert into old.parent (at, kind) values ('2026-06-06', 'new')`)
    expect(await query(second.connection, 'select kind from old.parent order by at')).toEqual([{ kind: 'kept' }, { kind: 'new' }])
    await query(second.connection, 'alter table old.parent add column note text; drop schema old cascade')
    await second.stop()
  })

  test('works under a path too long for a socket address', async () => {
    const long = join(home, 'long-'.repeat(30))
    symlinkSync(dataDir, long)
    const server = await startEmbeddedPostgres({ dataDir: long, log })
    expect(await query(server.connection, 'select 1 as one')).toEqual([{ one: 1 }])
    await server.stop()
  })

  test('a second program on the same directory is rejected, and the first one is not affected', async () => {
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

  test('PostgreSQL is started again when it crashes, and stops when asked', async () => {
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

  test('a frozen PostgreSQL is killed in the end, and starts again with its data', async () => {
    expect(stopTimeouts).toEqual({ quitMs: 30_000, killMs: 40_000 })
    const server = await startEmbeddedPostgres({ dataDir, log, stopTimeouts: { quitMs: 300, killMs: 1_000 } })
    const { pid } = server
    await query(server.connection, 'create table deaf as select 1 as id')
    process.kill(pid, 'SIGSTOP')
    const from = performance.now()
    await server.stop()
    expect(isAlive(pid)).toBe(false)
    expect(performance.now() - from).toBeGreaterThan(900)
    expect(performance.now() - from).toBeLessThan(10_000)
    const again = await startEmbeddedPostgres({ dataDir, log })
    expect(await query(again.connection, 'select id from deaf')).toEqual([{ id: 1 }])
    await query(again.connection, 'drop table deaf')
    await again.stop()
  })

  test('an unusable directory gives one clear line', async () => {
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
