import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pino } from 'pino'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createUnderWay, deathsUntilAside, SetAside, type Patience, type UnderWay } from './under-way.ts'

let dataDir: string
beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), 'ew-'))
})
afterEach(() => rmSync(dataDir, { recursive: true, force: true }))

/** A process. It died unless `stop` was called. */
const begun = (patience?: Partial<Patience>): UnderWay => createUnderWay(dataDir, 'host-1', pino({ level: 'silent' }), patience)
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

test('fires under way when the program is killed again and again, the database being slow, are not set aside', async () => {
  const fires = Array.from({ length: 100 }, (_, index) => `fire ${index}`)
  const slow = () => begun({ turnMs: 5, patienceMs: 50 })
  begun()
  for (let death = 0; death < 2 * deathsUntilAside; death++) {
    const process = slow()
    // Each time another one happens to be the first.
    const first = (death * 17) % fires.length
    const storing = [...fires.slice(first), ...fires.slice(0, first)].map((fire) => process.watch(fire))
    expect(storing.map((fire) => fire?.aside)).not.toContain(true)
    await Promise.all(storing.map(async (fire) => fire?.turn))
  }
})

test('what the process lived with for a while is not what it dies of', async () => {
  begun()
  for (let death = 0; death < 2 * deathsUntilAside; death++) {
    const process = begun({ turnMs: 5, patienceMs: 20 })
    const fire = process.watch('the only fire, while the database is away')
    expect(fire?.aside).not.toBe(true)
    await fire?.turn
    const noted = () => readFileSync(join(dataDir, 'under-way', 'host-1.work'), 'utf8').trim() !== ''
    if (death > 0) await vi.waitUntil(() => !noted())
  }
})

test('after a time in health, what was set aside is tried once more: later fires may be the same bytes', async () => {
  begun()
  for (let death = 0; death < deathsUntilAside; death++) {
    void begun().guard('deadly', never)
    await turn()
  }
  const healthy = (): UnderWay => begun({ watchedMs: 30 })
  const tried = healthy()
  expect(tried.watch('deadly')?.aside).toBe(true)
  await vi.waitUntil(() => tried.watching() && tried.watch('deadly')?.aside === false)
  await turn()
  const dead = healthy()
  expect(dead.watch('deadly')?.aside, 'it died of it again').toBe(true)
  await vi.waitUntil(() => dead.watching() && dead.watch('deadly')?.aside === false)
  await vi.waitUntil(() => !dead.watching())
  expect(dead.watch('deadly'), 'nothing is watched any more').toBeUndefined()
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
