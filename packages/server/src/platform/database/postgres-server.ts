import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { closeSync, existsSync, openSync, readFileSync, renameSync, rmSync, statSync } from 'node:fs'
import { totalmem } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { promisify } from 'node:util'
import type pg from 'pg'
import type { Logger } from 'pino'
import { doubling } from '../outbox/doubling.ts'
import { messageOf, StartupError } from '../startup-error.ts'
import type { Launcher, PostgresBinaries } from './postgres-binaries.ts'
import { readPostmasterPid } from './postmaster-pid.ts'

export type DatabaseLog = Pick<Logger, 'info' | 'warn' | 'error'>

/** A PostgreSQL on an initialised directory, and how to run it. */
export interface Server {
  readonly binaries: PostgresBinaries
  readonly launcher: Launcher
  readonly cluster: string
  readonly runDir: string
  readonly sockets: string
  readonly connection: pg.PoolConfig
  readonly settings: Readonly<Record<string, string>>
  readonly stopTimeouts: StopTimeouts
  readonly log: DatabaseLog
}

/** How long PostgreSQL may take to stop (ms) before it is told to quit, and before it is killed. */
export interface StopTimeouts {
  readonly quitMs: number
  readonly killMs: number
}
export const stopTimeouts: StopTimeouts = { quitMs: 30_000, killMs: 40_000 }

/** Until PostgreSQL is started again after it could not be, above all on a full disk (ms). Short: nothing is stored meanwhile. */
export const pauseBeforeStart = (failures: number): number => doubling(100, 2_000, failures)

const windows = process.platform === 'win32'
const run = promisify(execFile)

/**
 * Settings for a machine with at least 2 cores. Durability stays at PostgreSQL's defaults: fsync, full pages, synchronous commit.
 */
const serverSettings = (server: Server): Record<string, string> => {
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
    // Statement errors reach the program and are logged there. Logging them twice would fill the disk.
    log_min_messages: 'log',
    log_checkpoints: 'off',
    ...server.settings,
  }
}

const launch = async (server: Server): Promise<ChildProcess> => {
  const { cluster, runDir, launcher, binaries, log } = server
  for (const name of ['.s.PGSQL.5432', '.s.PGSQL.5432.lock']) rmSync(join(runDir, name), { force: true })
  const settings = Object.entries(serverSettings(server)).flatMap(([name, value]) => ['-c', `${name}=${value}`])
  const logFile = join(cluster, '..', 'postgres.log')
  if (existsSync(logFile) && statSync(logFile).size > 10 * 2 ** 20) renameSync(logFile, `${logFile}.1`)
  const begin = existsSync(logFile) ? statSync(logFile).size : 0
  const output = openSync(logFile, 'a')
  const { file, args, ...identity } = launcher.command(binaries.postgres, ['-D', cluster, ...settings])
  // detached: Ctrl-C must only reach this program, which then stops PostgreSQL last.
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
    if (waited % 500 === 499) log.warn('waiting for PostgreSQL, which is recovering after an interruption')
    await sleep(waited < 100 ? 5 : 20)
  }
  const tail = existsSync(logFile) ? readFileSync(logFile).subarray(begin).toString().trim() : ''
  throw new StartupError(
    `The embedded PostgreSQL did not start: ${messageOf(failed ?? (tail || 'no reason given'))} (see ${logFile})`,
  )
}

/** Back ends of a killed PostgreSQL may need a moment to notice. PostgreSQL refuses to start until they are gone. */
const launchWhenFree = async (server: Server): Promise<ChildProcess> => {
  for (let attempt = 1; ; attempt++) {
    try {
      return await launch(server)
    } catch (error) {
      if (attempt === 50 || !messageOf(error).includes('is still in use')) throw error
      await sleep(200)
    }
  }
}

/** Starts PostgreSQL and keeps it running until it is told to stop. */
export const supervise = async (server: Server): Promise<{ pid(): number; stop(): Promise<void> }> => {
  const { log } = server
  let stopping = false
  let child = await launchWhenFree(server)
  let restart: Promise<void> = Promise.resolve()

  const watch = (): void => {
    child.unref()
    child.once('exit', (code, signal) => {
      if (!stopping) restart = revive(signal ?? `code ${code}`)
    })
  }
  const revive = async (reason: string): Promise<void> => {
    log.error(`PostgreSQL ended unexpectedly (${reason}), starting it again`)
    for (let failures = 0; !stopping; failures++) {
      try {
        child = await launchWhenFree(server)
        log.warn('PostgreSQL is running again')
        return watch()
      } catch (error) {
        log.error(messageOf(error))
        await sleep(pauseBeforeStart(failures))
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

const stopServer = async (server: Server, child: ChildProcess): Promise<void> => {
  if (child.exitCode !== null || child.signalCode !== null) return
  const exited = new Promise<void>((done) => child.once('exit', () => done()))
  child.ref()
  if (windows) await run(server.binaries.pgCtl, ['stop', '-D', server.cluster, '-m', 'fast', '-w'], { env: server.binaries.env })
  else child.kill('SIGINT') // fast shutdown: ends connections and writes a checkpoint
  const slow = setTimeout(() => child.kill('SIGQUIT'), server.stopTimeouts.quitMs)
  // A frozen process reacts to nothing else. The write-ahead log makes this safe.
  const deaf = setTimeout(() => child.kill('SIGKILL'), server.stopTimeouts.killMs)
  await exited
  clearTimeout(slow)
  clearTimeout(deaf)
}
