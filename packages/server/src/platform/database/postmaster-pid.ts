import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync, readlinkSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { codeOf, StartupError } from '../startup-error.ts'
import { aliasPrefix } from './owner-lock.ts'

/** What PostgreSQL writes about itself into postmaster.pid (source: src/include/utils/pidfile.h). */
export interface PostmasterPid {
  readonly pid: number
  readonly port: number
  readonly socketDir: string
  readonly ready: boolean
}

const pidFile = (cluster: string): string => join(cluster, 'postmaster.pid')

/** Reads postmaster.pid of a database directory. Undefined if there is none (or it is being written). */
export const readPostmasterPid = (cluster: string): PostmasterPid | undefined => {
  let lines: string[]
  try {
    lines = readFileSync(pidFile(cluster), 'utf8').split('\n')
  } catch {
    return undefined
  }
  const pid = Number(lines[0])
  if (!Number.isInteger(pid) || pid <= 0) return undefined
  return { pid, port: Number(lines[3]), socketDir: lines[4] ?? '', ready: lines[7]?.trim() === 'ready' }
}

/** Whether a process with this id exists. */
export const isAlive = (pid: number): boolean => {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return codeOf(error) === 'EPERM'
  }
}

/**
 * Stops a PostgreSQL that outlived the program (killed with -9) and removes what it left. The caller holds the data directory's
 * lock, so a server that still runs there has no owner. Returns whether there was one.
 */
export const stopOrphan = async (cluster: string): Promise<boolean> => {
  const found = readPostmasterPid(cluster)
  if (found === undefined) return false
  const holder = dirname(found.socketDir)
  if (basename(holder).startsWith(aliasPrefix)) rmSync(holder, { recursive: true, force: true })
  if (!isAlive(found.pid)) return false
  if (!isPostmasterOf(found.pid, cluster)) {
    // The id belongs to another program now. PostgreSQL treats an id as stale if it is its parent's. The rest of the file is kept
    // for PostgreSQL's own check that no old back end is left.
    const text = readFileSync(pidFile(cluster), 'utf8')
    writeFileSync(pidFile(cluster), text.replace(/^\d+/, String(process.pid)))
    return false
  }
  // Fast, then immediate, then by force: all of them are safe for committed data.
  for (const [signal, seconds] of [
    ['SIGINT', 20],
    ['SIGQUIT', 5],
    ['SIGKILL', 5],
  ] as const) {
    process.kill(found.pid, signal)
    for (let waited = 0; waited < seconds * 50; waited++) {
      if (!isAlive(found.pid)) return true
      await sleep(20)
    }
  }
  throw new StartupError(
    `An older PostgreSQL (process ${found.pid}) still uses ${cluster} and cannot be stopped: end it by hand.`,
  )
}

const isPostmasterOf = (pid: number, cluster: string): boolean => {
  const path = realpathSync(cluster)
  try {
    // PostgreSQL works inside its data directory.
    if (existsSync('/proc/self/cwd')) return readlinkSync(`/proc/${pid}/cwd`) === path
    if (process.platform === 'win32')
      return execFileSync('tasklist', ['/fi', `PID eq ${pid}`])
        .toString()
        .includes('postgres')
    return execFileSync('ps', ['-ww', '-o', 'command=', '-p', String(pid)])
      .toString()
      .includes(path)
  } catch {
    return false
  }
}
