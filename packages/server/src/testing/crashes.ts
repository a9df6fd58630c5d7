import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pino } from 'pino'
import { createUnderWay, deathsUntilAside, type UnderWay } from '../platform/under-way.ts'

/** What a process finds after its predecessors died with this work under way. */
export const afterDeathsWith = async (...keys: readonly string[]): Promise<UnderWay> => {
  const dataDir = mkdtempSync(join(tmpdir(), 'ew-'))
  const begun = (): UnderWay => createUnderWay(dataDir, 'process', pino({ level: 'silent' }))
  begun()
  for (let death = 0; death < deathsUntilAside; death++) {
    const process = begun()
    for (const key of keys) void process.guard(key, () => new Promise(() => undefined))
    await new Promise((resolve) => setImmediate(resolve))
  }
  const last = begun()
  rmSync(dataDir, { recursive: true, force: true })
  return last
}
