import { existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { codeOf, StartupError } from './startup-error.ts'

/** Creates the directory if it is missing and verifies that this process can write there. Throws a StartupError otherwise. */
export function prepareDirectory(path: string): void {
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

// Not mkdir's own `recursive`, which never returns below a file system without directories, such as /proc.
function make(path: string): void {
  if (existsSync(path)) return
  make(dirname(path))
  mkdirSync(path, { mode: 0o700 })
}
