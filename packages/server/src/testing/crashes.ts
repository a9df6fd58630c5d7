import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pino } from 'pino'
import { createUnderWay, crashesUntilSetAside, type UnderWay } from '../platform/under-way.ts'

/** What a process finds after its predecessors crashed with this work under way. */
export const afterCrashesWith = async (...keys: readonly string[]): Promise<UnderWay> => {
  const dataDir = mkdtempSync(join(tmpdir(), 'ew-'))
  const begun = (): UnderWay => createUnderWay(dataDir, 'process', pino({ level: 'silent' }))
  begun()
  for (let crash = 0; crash < crashesUntilSetAside; crash++) {
    const process = begun()
    for (const key of keys) void process.guard(key, () => new Promise(() => undefined))
    await new Promise((resolve) => setImmediate(resolve))
  }
  const last = begun()
  rmSync(dataDir, { recursive: true, force: true })
  return last
}
