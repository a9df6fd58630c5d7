import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { codeOf, StartupError } from './startup-error.ts'

/** Makes the directory if it is missing and proves that this process can write there. Throws a StartupError otherwise. */
export function prepareDirectory(path: string): void {
  try {
    mkdirSync(path, { recursive: true, mode: 0o700 })
    const probe = join(path, `.write-test-${process.pid}`)
    writeFileSync(probe, '')
    rmSync(probe)
  } catch (error) {
    throw new StartupError(
      `The data directory ${path} cannot be written (${codeOf(error)}): give yourself access to it, or set DATA_DIR.`,
    )
  }
}
