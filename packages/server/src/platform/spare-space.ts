import { randomBytes } from 'node:crypto'
import { existsSync, renameSync, rmSync } from 'node:fs'
import { open } from 'node:fs/promises'
import { join } from 'node:path'
import { hasRoomFor, spaceOf } from './disk-space.ts'

/** A file that is given up at the start if the disk is full: PostgreSQL cannot recover from a crash without space. */
const spareBytes = 256 * 2 ** 20
const megabyte = 2 ** 20

/** What the database needs to start (bytes). */
export const neededBytes = 64 * 2 ** 20

const fileOf = (dataDir: string): string => join(dataDir, 'spare')

/** Makes the spare file, if it is missing and there is room for it besides what is kept for the database. */
export const keepSpare = async (dataDir: string, bytes = spareBytes): Promise<void> => {
  const file = fileOf(dataDir)
  const part = `${file}.part`
  if (existsSync(file) || !(await hasRoomFor(dataDir, 2 * bytes))) return
  try {
    const handle = await open(part, 'w', 0o600)
    try {
      // Written and not only made long, and of what no file system can compress, so that the disk really sets it aside.
      const block = randomBytes(megabyte)
      for (let written = 0; written < bytes; written += megabyte) await handle.write(block)
      await handle.sync()
    } finally {
      await handle.close()
    }
    renameSync(part, file)
  } catch {
    rmSync(part, { force: true })
  }
}

/** Whether the database has room to start. If not, the spare file is given up first. */
export const hasRoomToStart = async (dataDir: string, lookAt = spaceOf): Promise<boolean> => {
  const isShort = async (): Promise<boolean> => {
    const spaces = await Promise.all([dataDir, join(dataDir, 'postgres')].map(lookAt))
    return spaces.some((space) => space !== undefined && space.free < neededBytes)
  }
  if (!(await isShort())) return true
  for (const name of [fileOf(dataDir), `${fileOf(dataDir)}.part`]) rmSync(name, { force: true })
  return !(await isShort())
}
