import { existsSync, mkdirSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { codeOf, StartupError } from './startup-error.ts'

/** Creates the directory if it is missing and verifies that this process can write there. Throws a StartupError otherwise. */
export const prepareDirectory = (path: string): void => {
  try {
    make(path)
    const probe = join(path, `.write-test-${process.pid}`)
    writeFileSync(probe, '')
    rmSync(probe)
  } catch (error) {
    throw new StartupError(
      `The data directory ${path} cannot be written (${codeOf(error)}): give yourself access to it, or set DATA_DIR.`,
    )
  }
}

/** Says when other users of this machine can read the directory: backups, stored files and the key of all secrets are in it. */
export const warnOfReaders = (path: string, warn: (line: string) => void): void => {
  const { mode } = statSync(path)
  // On Windows the mode says nothing.
  if (process.platform === 'win32' || (mode & 0o077) === 0) return
  warn(
    `Other users of this machine can read the data directory ${path} (mode ${(mode & 0o777).toString(8)}): close it with chmod 700.`,
  )
}

// Not mkdir's own `recursive`, which never returns below a file system without directories, such as /proc.
const make = (path: string): void => {
  if (existsSync(path)) return
  make(dirname(path))
  mkdirSync(path, { mode: 0o700 })
}
