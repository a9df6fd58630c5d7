import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import {
  closeSync,
  existsSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { createServer } from 'node:net'
import { totalmem } from 'node:os'
import { join, resolve } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { promisify } from 'node:util'
import pg from 'pg'
import type { Logger } from 'pino'
import { prepareDirectory } from '../data-directory.ts'
import { messageOf, StartupError } from '../startup-error.ts'
import { lockDirectory, shortPath } from './owner-lock.ts'
import { findBinaries, findLauncher, giveTo, type Launcher, type PostgresBinaries } from './postgres-binaries.ts'
import { isAlive, readPostmasterPid, stopOrphan } from './postmaster-pid.ts'

export type DatabaseLog = Pick<Logger, 'info' | 'warn' | 'error'>

export interface EmbeddedPostgres {
  /** How to connect; stays the same when PostgreSQL has to be started again. */
  readonly connection: pg.PoolConfig
  /** Process id of the PostgreSQL that runs now. */
  readonly pid: number
  /** Ends all connections, stops PostgreSQL in order and frees the data directory. */
  stop(): Promise<void>
}

export interface EmbeddedPostgresOptions {
  /** The program's data directory; made when missing. PostgreSQL lives in `postgres/`, its sockets in `run/`. */
  readonly dataDir: string
  readonly log: DatabaseLog
  /** Server settings that differ from ours, e.g. `{ fsync: 'off' }` in tests. */
  readonly settings?: Readonly<Record<string, string>>
}

const windows = process.platform === 'win32'
const user = 'emberwatch'
const database = 'emberwatch'
const run = promisify(execFile)

/**
 * Starts the embedded PostgreSQL on a data directory, which it prepares at the first start. Recovers by itself from a
 * kill of this program, of PostgreSQL or of both, and starts PostgreSQL again if it dies meanwhile.
 * Throws a StartupError when the directory cannot be used (unwritable, in use, made by another version).
 */
export async function startEmbeddedPostgres(options: EmbeddedPostgresOptions): Promise<EmbeddedPostgres> {
  const { log } = options
  const dataDir = resolve(options.dataDir)
  const runDir = join(dataDir, 'run')
  const cluster = join(dataDir, 'postgres')
  prepareDirectory(dataDir)
  mkdirSync(runDir, { recursive: true, mode: 0o700 })
  const sockets = shortPath(runDir)
  const lock = await lockDirectory(dataDir, sockets.path)
  const release = async (): Promise<void> => {
    await lock.release()
    sockets.remove()
  }
  try {
    const binaries = findBinaries(join(runDir, 'lib'))
    const fresh = !existsSync(join(cluster, 'PG_VERSION'))
    const launcher = findLauncher(binaries, dataDir, fresh ? undefined : statSync(cluster).uid)
    const password = windows ? readPassword(dataDir) : undefined
    if (fresh) await createCluster(binaries, launcher, cluster, password, log)
    else {
      if (launcher.owner !== undefined && statSync(cluster).uid !== launcher.owner) giveTo(launcher.owner, cluster)
      await checkVersion(binaries, cluster)
      if (await stopOrphan(cluster)) log.warn('stopped the PostgreSQL that an interrupted run had left behind')
    }
    if (launcher.owner) giveTo(launcher.owner, runDir)

    const connection: pg.PoolConfig = windows
      ? { host: '127.0.0.1', port: await freePort(), user, database, password }
      : { host: sockets.path, port: 5432, user, database }
    const server = {
      binaries,
      launcher,
      cluster,
      runDir,
      sockets: sockets.path,
      connection,
      settings: options.settings ?? {},
      log,
    }
    const supervisor = await supervise(server)
    await ensureDatabase(connection).catch(async (error: unknown) => {
      await supervisor.stop()
      throw error
    })
    return {
      connection,
      get pid() {
        return supervisor.pid()
      },
      stop: async () => {
        await supervisor.stop()
        await release()
      },
    }
  } catch (error) {
    await release()
    throw error
  }
}

/** How to connect to the PostgreSQL that already runs on a data directory, if one does. Call `release` when done. */
export async function runningConnection(dataDir: string): Promise<{ connection: pg.PoolConfig; release(): void } | undefined> {
  const sockets = shortPath(join(resolve(dataDir), 'run'))
  const connection = windows
    ? {
        host: '127.0.0.1',
        port: readPostmasterPid(join(dataDir, 'postgres'))?.port,
        user,
        database,
        password: readPassword(dataDir),
      }
    : { host: sockets.path, port: 5432, user, database }
  const client = new pg.Client(connection)
  try {
    await client.connect()
    await client.end()
    return { connection, release: () => sockets.remove() }
  } catch {
    sockets.remove()
    return undefined
  }
}

interface Server {
  readonly binaries: PostgresBinaries
  readonly launcher: Launcher
  readonly cluster: string
  readonly runDir: string
  readonly sockets: string
  readonly connection: pg.PoolConfig
  readonly settings: Readonly<Record<string, string>>
  readonly log: DatabaseLog
}

/** Initialises beside the final place and renames, so that an interrupted first start leaves no half database. */
async function createCluster(
  binaries: PostgresBinaries,
  launcher: Launcher,
  cluster: string,
  password: string | undefined,
  log: DatabaseLog,
): Promise<void> {
  log.info('creating the embedded database')
  if (existsSync(cluster) && readdirSync(cluster).length > 0) {
    throw new StartupError(`${cluster} exists but holds no PostgreSQL database: move it away, or choose another DATA_DIR.`)
  }
  const draft = `${cluster}.new`
  const passwordFile = `${cluster}.password`
  rmSync(draft, { recursive: true, force: true })
  mkdirSync(draft, { mode: 0o700 })
  const locale = ['--encoding=UTF8', '--locale=C', '--locale-provider=builtin', '--builtin-locale=C.UTF-8']
  // Locally the closed directory around the socket decides who may connect; over TCP a password has to.
  const auth = password === undefined ? ['--auth=trust'] : ['--auth=scram-sha-256', `--pwfile=${passwordFile}`]
  if (password !== undefined) writeFileSync(passwordFile, password, { mode: 0o600 })
  if (launcher.owner) giveTo(launcher.owner, draft)
  const { file, args, ...identity } = launcher.command(binaries.initdb, ['-D', draft, '-U', user, ...auth, ...locale])
  try {
    await run(file, args, { ...identity, env: binaries.env })
  } catch (error) {
    throw new StartupError(`The embedded database could not be created: ${messageOf(error)}`)
  } finally {
    rmSync(passwordFile, { force: true })
  }
  rmSync(cluster, { recursive: true, force: true })
  renameSync(draft, cluster)
}

async function checkVersion(binaries: PostgresBinaries, cluster: string): Promise<void> {
  const has = readFileSync(join(cluster, 'PG_VERSION'), 'utf8').trim()
  const { stdout } = await run(binaries.postgres, ['--version'], { env: binaries.env })
  const wants = /(\d+)\./.exec(stdout)?.[1]
  if (has === wants) return
  throw new StartupError(
    `${cluster} was made by PostgreSQL ${has}, this version of the program carries ${wants}: back up with the older version and restore here.`,
  )
}

function readPassword(dataDir: string): string {
  const file = join(dataDir, 'postgres.password')
  if (!existsSync(file)) writeFileSync(file, randomBytes(24).toString('base64url'), { mode: 0o600 })
  return readFileSync(file, 'utf8').trim()
}

/** Settings for a machine with 2 cores and up. Durability stays as PostgreSQL ships it: fsync, full pages, synchronous commit. */
function serverSettings(server: Server): Record<string, string> {
  const memory = Math.floor(totalmem() / 2 ** 20)
  return {
    listen_addresses: windows ? '127.0.0.1' : '',
    port: String(server.connection.port),
    unix_socket_directories: windows ? '' : server.sockets,
    unix_socket_permissions: '0700',
    max_connections: '100',
    shared_buffers: `${Math.min(Math.max(Math.floor(memory / 8), 64), 1024)}MB`,
    effective_cache_size: `${Math.max(Math.floor(memory / 2), 256)}MB`,
    work_mem: '16MB',
    maintenance_work_mem: '128MB',
    random_page_cost: '1.1',
    max_wal_size: '2GB',
    min_wal_size: '256MB',
    checkpoint_timeout: '10min',
    wal_compression: 'on',
    jit: 'off',
    timezone: 'UTC',
    log_timezone: 'UTC',
    // Statement errors reach the program and are logged there; twice would fill the disk.
    log_min_messages: 'log',
    log_checkpoints: 'off',
    ...server.settings,
  }
}

async function launch(server: Server): Promise<ChildProcess> {
  const { cluster, runDir, launcher, binaries, log } = server
  for (const name of ['.s.PGSQL.5432', '.s.PGSQL.5432.lock']) rmSync(join(runDir, name), { force: true })
  const settings = Object.entries(serverSettings(server)).flatMap(([name, value]) => ['-c', `${name}=${value}`])
  const logFile = join(cluster, '..', 'postgres.log')
  if (existsSync(logFile) && statSync(logFile).size > 10 * 2 ** 20) renameSync(logFile, `${logFile}.1`)
  const begin = existsSync(logFile) ? statSync(logFile).size : 0
  const output = openSync(logFile, 'a')
  const { file, args, ...identity } = launcher.command(binaries.postgres, ['-D', cluster, ...settings])
  // detached: Ctrl-C in the terminal must reach this program only, which then stops PostgreSQL last.
  const child = spawn(file, args, {
    ...identity,
    env: binaries.env,
    cwd: cluster,
    detached: true,
    stdio: ['ignore', output, output],
  })
  closeSync(output)
  let failed: Error | undefined
  child.once('error', (error) => (failed = error))
  for (let waited = 0; child.exitCode === null && child.signalCode === null && failed === undefined; waited++) {
    const state = readPostmasterPid(cluster)
    if (state?.ready && (state.pid === child.pid || windows)) return child
    if (waited % 500 === 499) log.warn('waiting for PostgreSQL, which recovers after an interruption')
    await sleep(waited < 100 ? 5 : 20)
  }
  const tail = existsSync(logFile) ? readFileSync(logFile).subarray(begin).toString().trim() : ''
  throw new StartupError(
    `The embedded PostgreSQL did not start: ${messageOf(failed ?? (tail || 'no reason given'))} (see ${logFile})`,
  )
}

/** Back ends of a killed PostgreSQL may need a moment to notice; PostgreSQL refuses to start until they are gone. */
async function launchPatiently(server: Server): Promise<ChildProcess> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await launch(server)
    } catch (error) {
      if (attempt === 50 || !messageOf(error).includes('is still in use')) throw error
      await sleep(200)
    }
  }
}

/** Keeps PostgreSQL running until it is told to stop. */
async function supervise(server: Server): Promise<{ pid(): number; stop(): Promise<void> }> {
  const { log } = server
  let stopping = false
  let child = await launchPatiently(server)
  let restart: Promise<void> = Promise.resolve()

  function watch(): void {
    child.unref()
    child.once('exit', (code, signal) => {
      if (!stopping) restart = revive(signal ?? `code ${code}`)
    })
  }
  async function revive(reason: string): Promise<void> {
    log.error(`PostgreSQL ended unexpectedly (${reason}), starting it again`)
    for (let delay = 100; !stopping; delay = Math.min(delay * 2, 10_000)) {
      try {
        child = await launchPatiently(server)
        log.warn('PostgreSQL runs again')
        return watch()
      } catch (error) {
        log.error(messageOf(error))
        await sleep(delay)
      }
    }
  }
  watch()
  return {
    pid: () => child.pid ?? 0,
    stop: async () => {
      stopping = true
      await restart
      await stopServer(server, child)
    },
  }
}

async function stopServer(server: Server, child: ChildProcess): Promise<void> {
  const { pid } = child
  if (pid === undefined || child.exitCode !== null || child.signalCode !== null) return
  const exited = new Promise<void>((done) => child.once('exit', () => done()))
  child.ref()
  if (windows) await run(server.binaries.pgCtl, ['stop', '-D', server.cluster, '-m', 'fast', '-w'], { env: server.binaries.env })
  else child.kill('SIGINT') // fast shutdown: ends connections, writes a checkpoint
  const slow = setTimeout(() => child.kill('SIGQUIT'), 30_000)
  await exited
  clearTimeout(slow)
  if (isAlive(pid)) await sleep(50)
}

async function ensureDatabase(connection: pg.PoolConfig): Promise<void> {
  const client = new pg.Client({ ...connection, database: 'postgres' })
  await client.connect()
  try {
    const found = await client.query('select 1 from pg_database where datname = $1', [database])
    if (found.rowCount === 0) await client.query(`create database ${database}`)
  } finally {
    await client.end()
  }
}

function freePort(): Promise<number> {
  return new Promise((done, reject) => {
    const server = createServer()
    server.once('error', reject)
    server.listen(0, '127.0.0.1', () => {
      const address = server.address()
      server.close(() => done(typeof address === 'object' && address !== null ? address.port : 0))
    })
  })
}
