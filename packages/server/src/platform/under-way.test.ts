import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pino } from 'pino'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { createUnderWay, deathsUntilAside, SetAside, type UnderWay } from './under-way.ts'

let dataDir: string
beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), 'ew-'))
})
afterEach(() => rmSync(dataDir, { recursive: true, force: true }))

/** A process. It died unless `stop` was called. */
const begun = (): UnderWay => createUnderWay(dataDir, 'host-1', pino({ level: 'silent' }))
const never = (): Promise<never> => new Promise(() => undefined)
const turn = () => new Promise((resolve) => setImmediate(resolve))

test('work that is under way at several deaths in a row is set aside; what was done is not', async () => {
  begun()
  for (let death = 0; death < deathsUntilAside; death++) {
    const process = begun()
    await process.guard('innocent', async () => undefined)
    void process.guard('deadly', never)
    await turn()
  }
  const process = begun()
  await expect(process.guard('deadly', async () => 'done')).rejects.toThrow(SetAside)
  expect(await process.guard('innocent', async () => 'done')).toBe('done')
  expect(process.watch('deadly')).toMatchObject({ aside: true })
})

test('what was under way at a death is done alone, so that innocent work is not set aside with the deadly', async () => {
  begun()
  const names = ['deadly', ...Array.from({ length: 20 }, (_, index) => `innocent ${index}`)]
  const first = begun()
  for (const name of names) void first.guard(name, never)
  for (let death = 1; death < deathsUntilAside; death++) {
    const process = begun()
    for (const name of names.toReversed()) void process.guard(name, name === 'deadly' ? never : async () => undefined)
    for (let index = 0; index < 200; index++) await turn()
  }
  const last = begun()
  const aside = names.filter((name) => last.watch(name)?.aside)
  expect(aside).toEqual(['deadly'])
})

test('done once, it is no longer suspected', async () => {
  begun()
  void begun().guard('slow', never)
  for (let death = 0; death < 2 * deathsUntilAside; death++) await begun().guard('slow', async () => undefined)
  expect(await begun().guard('slow', async () => 'done')).toBe('done')
})

test('an end in order forgets everything, an error that ends the process does not', async () => {
  begun().stop()
  const healthy = begun()
  expect(healthy.watching()).toBe(false)
  expect(healthy.watch('work')).toBeUndefined()
  for (let death = 0; death < deathsUntilAside; death++) {
    const process = begun()
    const work = process.guard('deadly', async () => process.crashing())
    await work
    process.stop()
  }
  expect(begun().watch('deadly')).toMatchObject({ aside: true })
  begun().stop()
  expect(begun().watching()).toBe(false)
})

test('a folder that cannot be used is no reason to stop', () => {
  const file = join(dataDir, 'file')
  writeFileSync(file, '')
  const blocked = createUnderWay(file, 'host-1', pino({ level: 'silent' }))
  expect(blocked.watching()).toBe(false)
  blocked.stop()
})
