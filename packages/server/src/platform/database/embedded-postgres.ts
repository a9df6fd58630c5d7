import { execFile } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { join, resolve } from 'node:path'
import { promisify } from 'node:util'
import pg from 'pg'
import { prepareDirectory } from '../data-directory.ts'
import { messageOf, StartupError } from '../startup-error.ts'
import { lockDirectory, shortPath } from './owner-lock.ts'
import { findBinaries, findLauncher, chownRecursive, type Launcher, type PostgresBinaries } from './postgres-binaries.ts'
import { type DatabaseLog, stopTimeouts, type StopTimeouts, supervise } from './postgres-server.ts'
import { readPostmasterPid, stopOrphan } from './postmaster-pid.ts'
import { prepareProgramRole, programDatabase, programRole } from './program-role.ts'

export interface EmbeddedPostgres {
  /** How the program connects: as a role that only owns its database. Stays the same if PostgreSQL has to be restarted. */
  readonly connection: pg.PoolConfig
  /** How the superuser connects: for backups, and to create databases in tests. */
  readonly admin: pg.PoolConfig
  /** Process id of the running PostgreSQL. */
  readonly pid: number
  /** Ends all connections, stops PostgreSQL cleanly and releases the data directory. */
  stop(): Promise<void>
}

export interface EmbeddedPostgresOptions {
  /** The program's data directory, created if missing. PostgreSQL lives in `postgres/`, its sockets in `run/`. */
  readonly dataDir: string
  readonly log: DatabaseLog
  /** Server settings that differ from ours, e.g. `{ fsync: 'off' }` in tests. */
  readonly settings?: Readonly<Record<string, string>>
  readonly stopTimeouts?: StopTimeouts
}

const windows = process.platform === 'win32'
/** What makes it a superuser is the access path: other users cannot open the socket directory, and over TCP it has a password. */
const superuser = 'emberwatch'
const database = programDatabase
const run = promisify(execFile)

/**
 * Starts the embedded PostgreSQL on a data directory, which it prepares at the first start. Recovers by itself if this program,
 * PostgreSQL or both were killed, and restarts PostgreSQL if it crashes. Throws a StartupError if the directory cannot be used (not
 * writable, in use, created by another version).
 */
export const startEmbeddedPostgres = async (options: EmbeddedPostgresOptions): Promise<EmbeddedPostgres> => {
  const { log } = options
  const dataDir = resolve(options.dataDir)
  const runDir = join(dataDir, 'run')
  const cluster = join(dataDir, 'postgres')
  prepareDirectory(dataDir)
  mkdirSync(runDir, { recursive: true, mode: 0o700 })
  const sockets = shortPath(runDir)
  const lock = await lockDirectory(dataDir, sockets.path)
  // Of a backup that was killed: as large as the database.
  rmSync(join(runDir, 'backup'), { recursive: true, force: true })
  const release = async (): Promise<void> => {
    await lock.release()
    sockets.remove()
  }
  try {
    const binaries = findBinaries(join(runDir, 'lib'))
    const fresh = !existsSync(join(cluster, 'PG_VERSION'))
    const launcher = findLauncher(binaries, dataDir, fresh ? undefined : statSync(cluster).uid)
    const password = windows ? readPassword(dataDir) : undefined
    const settings = options.settings ?? {}
    if (fresh) await createCluster({ binaries, launcher, cluster, password, sync: settings['fsync'] !== 'off', log })
    else {
      if (launcher.owner !== undefined && statSync(cluster).uid !== launcher.owner) chownRecursive(launcher.owner, cluster)
      await checkVersion(binaries, cluster)
      if (await stopOrphan(cluster)) log.warn('stopped a PostgreSQL left behind by an interrupted run')
    }
    if (launcher.owner) chownRecursive(launcher.owner, runDir)

    const admin: pg.PoolConfig = windows
      ? { host: '127.0.0.1', port: await freePort(), user: superuser, database, password }
      : { host: sockets.path, port: 5432, user: superuser, database }
    const programPassword = windows ? randomBytes(24).toString('base64url') : undefined
    const connection: pg.PoolConfig = { ...admin, user: programRole, password: programPassword }
    const server = {
      binaries,
      launcher,
      cluster,
      runDir,
      sockets: sockets.path,
      connection,
      settings,
      stopTimeouts: options.stopTimeouts ?? stopTimeouts,
      log,
    }
    const supervisor = await supervise(server)
    await prepareProgramRole(admin, programPassword).catch(async (error: unknown) => {
      await supervisor.stop()
      throw error
    })
    return {
      connection,
      admin,
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

/** How the superuser connects to the PostgreSQL that already runs on a data directory, if any. `stop` only ends our use of it. */
export const runningServer = async (dataDir: string): Promise<{ admin: pg.PoolConfig; stop(): Promise<void> } | undefined> => {
  const sockets = shortPath(join(resolve(dataDir), 'run'))
  const admin = windows
    ? {
        host: '127.0.0.1',
        port: readPostmasterPid(join(dataDir, 'postgres'))?.port,
        user: superuser,
        database,
        password: readPassword(dataDir),
      }
    : { host: sockets.path, port: 5432, user: superuser, database }
  const client = new pg.Client(admin)
  try {
    await client.connect()
    await client.end()
    return { admin, stop: async () => sockets.remove() }
  } catch {
    sockets.remove()
    return undefined
  }
}

interface NewCluster {
  readonly binaries: PostgresBinaries
  readonly launcher: Launcher
  readonly cluster: string
  readonly password: string | undefined
  readonly sync: boolean
  readonly log: DatabaseLog
}

/** Initialises next to the final place and renames, so that an interrupted first start leaves no half-made database. */
const createCluster = async ({ binaries, launcher, cluster, password, sync, log }: NewCluster): Promise<void> => {
  log.info('creating the embedded database')
  if (existsSync(cluster) && readdirSync(cluster).length > 0) {
    throw new StartupError(`${cluster} exists but holds no PostgreSQL database: move it away, or choose another DATA_DIR.`)
  }
  const draft = `${cluster}.new`
  const passwordFile = `${cluster}.password`
  rmSync(draft, { recursive: true, force: true })
  mkdirSync(draft, { mode: 0o700 })
  const locale = ['--encoding=UTF8', '--locale=C', '--locale-provider=builtin', '--builtin-locale=C.UTF-8']
  // Locally, the closed directory around the socket decides who may connect. Over TCP a password does.
  const auth = password === undefined ? ['--auth=trust'] : ['--auth=scram-sha-256', `--pwfile=${passwordFile}`]
  if (password !== undefined) writeFileSync(passwordFile, password, { mode: 0o600 })
  if (launcher.owner) chownRecursive(launcher.owner, draft)
  const { file, args, ...identity } = launcher.command(binaries.initdb, [
    '-D',
    draft,
    '-U',
    superuser,
    ...auth,
    ...locale,
    ...(sync ? [] : ['--no-sync']),
  ])
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

const checkVersion = async (binaries: PostgresBinaries, cluster: string): Promise<void> => {
  const has = readFileSync(join(cluster, 'PG_VERSION'), 'utf8').trim()
  const { stdout } = await run(binaries.postgres, ['--version'], { env: binaries.env })
  const wants = /(\d+)\./.exec(stdout)?.[1]
  if (has === wants) return
  throw new StartupError(
    `${cluster} was made by PostgreSQL ${has}, this version of the program carries ${wants}: back up with the older version and restore here.`,
  )
}

const readPassword = (dataDir: string): string => {
  const file = join(dataDir, 'postgres.password')
  if (!existsSync(file)) writeFileSync(file, randomBytes(24).toString('base64url'), { mode: 0o600 })
  return readFileSync(file, 'utf8').trim()
}

const freePort = (): Promise<number> => {
  return new Promise((done, reject) => {
    const server = createServer()
    server.once('error', reject)
    server.listen(0, '127.0.0.1', () => {
      const address = server.address()
      server.close(() => done(typeof address === 'object' && address !== null ? address.port : 0))
    })
  })
}
