import { createHash, randomUUID } from 'node:crypto'
import { mkdtempSync, renameSync, rmSync, symlinkSync } from 'node:fs'
import { connect, createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { codeOf, StartupError } from '../startup-error.ts'

/** The address of a Unix socket holds 107 bytes (macOS: 103). This leaves room for the names PostgreSQL adds. */
const maxPathLength = 80

/** A directory under a name that is short enough for the sockets in it. `remove` removes the name, not the directory. */
export interface ShortPath {
  readonly path: string
  remove(): void
}

/** Reaches a directory with a long path through a symbolic link in the temporary directory. */
export const shortPath = (directory: string): ShortPath => {
  if (Buffer.byteLength(directory) <= maxPathLength) return { path: directory, remove: () => undefined }
  const base = Buffer.byteLength(tmpdir()) < 50 ? tmpdir() : '/tmp'
  const holder = mkdtempSync(join(base, aliasPrefix))
  const path = join(holder, 'run')
  symlinkSync(directory, path)
  return { path, remove: () => rmSync(holder, { recursive: true, force: true }) }
}

/** Prefix of the directories that `shortPath` creates, so that leftovers can be recognised. */
export const aliasPrefix = 'emberwatch-run-'

/**
 * Makes this process the only one that uses the data directory. The lock is a listening socket: the system closes it however the
 * process crashes, so a dead owner can be told from a living one without relying on process ids. `runDir` is short enough for a
 * socket. Throws a StartupError if another process holds the lock.
 */
export const lockDirectory = async (dataDir: string, runDir: string): Promise<{ release(): Promise<void> }> => {
  const windows = process.platform === 'win32'
  const path = windows
    ? `\\\\.\\pipe\\emberwatch-${createHash('sha256').update(dataDir.toLowerCase()).digest('hex').slice(0, 32)}`
    : join(runDir, 'owner.sock')
  const server = createServer((socket) => {
    socket.on('error', () => undefined)
    socket.end(String(process.pid))
  })
  const listen = (): Promise<void> =>
    new Promise((resolve, reject) => {
      server.once('error', reject)
      server.listen(path, () => {
        server.off('error', reject)
        resolve()
      })
    })
  try {
    await listen()
  } catch (error) {
    if (codeOf(error) !== 'EADDRINUSE') throw error
    await takeOver(dataDir, path, windows)
    await listen()
  }
  server.unref()
  return { release: () => new Promise((resolve) => server.close(() => resolve())) }
}

/** Moves a dead owner's socket away. It is renamed before it is checked, so that of two starters only one removes it. */
const takeOver = async (dataDir: string, path: string, windows: boolean): Promise<void> => {
  const refuse = (owner: string): StartupError =>
    new StartupError(`The data directory ${dataDir} is in use by process ${owner}: stop it first, or choose another DATA_DIR.`)
  const owner = await askOwner(path)
  if (owner !== undefined) throw refuse(owner)
  if (windows) return
  const movedTo = `${path}.${randomUUID().slice(0, 8)}`
  try {
    renameSync(path, movedTo)
  } catch {
    return // another process moved it; listening again decides
  }
  const late = await askOwner(movedTo)
  if (late !== undefined) {
    renameSync(movedTo, path)
    throw refuse(late)
  }
  rmSync(movedTo, { force: true })
}

/** The process id that listens there, or undefined if none does. */
const askOwner = (path: string): Promise<string | undefined> => {
  return new Promise((resolve) => {
    let answer = ''
    const socket = connect(path)
    socket.setTimeout(2000, () => socket.destroy())
    socket.on('data', (chunk) => (answer += chunk.toString()))
    socket.on('error', () => resolve(undefined))
    socket.on('connect', () => (answer = ''))
    socket.on('close', (failed) => resolve(failed ? undefined : answer || 'unknown'))
  })
}
