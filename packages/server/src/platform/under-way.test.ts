import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pino } from 'pino'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createUnderWay, crashesUntilSetAside, SetAsideError, type Patience, type UnderWay } from './under-way.ts'

let dataDir: string
beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), 'ew-'))
})
afterEach(() => rmSync(dataDir, { recursive: true, force: true }))

/** A process. It crashed unless `stop` was called. */
const begun = (patience?: Partial<Patience>): UnderWay => createUnderWay(dataDir, 'host-1', pino({ level: 'silent' }), patience)
const never = (): Promise<never> => new Promise(() => undefined)
const nextTick = () => new Promise((resolve) => setImmediate(resolve))

test('work that is under way at several crashes in a row is set aside; what was done is not', async () => {
  begun()
  for (let crash = 0; crash < crashesUntilSetAside; crash++) {
    const process = begun()
    await process.guard('harmless', async () => undefined)
    void process.guard('crashing', never)
    await nextTick()
  }
  const process = begun()
  await expect(process.guard('crashing', async () => 'done')).rejects.toThrow(SetAsideError)
  expect(await process.guard('harmless', async () => 'done')).toBe('done')
  expect(process.watch('crashing')).toMatchObject({ isSetAside: true })
})

test('what was under way at a crash is done alone, so that harmless work is not set aside with the crashing', async () => {
  begun()
  const names = ['crashing', ...Array.from({ length: 20 }, (_, index) => `harmless ${index}`)]
  const first = begun()
  for (const name of names) void first.guard(name, never)
  for (let crash = 1; crash < crashesUntilSetAside; crash++) {
    const process = begun()
    for (const name of names.toReversed()) void process.guard(name, name === 'crashing' ? never : async () => undefined)
    for (let index = 0; index < 200; index++) await nextTick()
  }
  const last = begun()
  const setAside = names.filter((name) => last.watch(name)?.isSetAside)
  expect(setAside).toEqual(['crashing'])
})

test('fires under way when the program is killed again and again, the database being slow, are not set aside', async () => {
  const fires = Array.from({ length: 100 }, (_, index) => `fire ${index}`)
  const slow = () => begun({ aloneMs: 5, patienceMs: 50 })
  begun()
  for (let crash = 0; crash < 2 * crashesUntilSetAside; crash++) {
    const process = slow()
    // Each time another one happens to be the first.
    const first = (crash * 17) % fires.length
    const storing = [...fires.slice(first), ...fires.slice(0, first)].map((fire) => process.watch(fire))
    expect(storing.map((fire) => fire?.isSetAside)).not.toContain(true)
    await Promise.all(storing.map(async (fire) => fire?.ready))
  }
})

test('what the process ran with for a while is not what crashes it', async () => {
  begun()
  for (let crash = 0; crash < 2 * crashesUntilSetAside; crash++) {
    const process = begun({ aloneMs: 5, patienceMs: 20 })
    const fire = process.watch('the only fire, while the database is away')
    expect(fire?.isSetAside).not.toBe(true)
    await fire?.ready
    const noted = () => readFileSync(join(dataDir, 'under-way', 'host-1.work'), 'utf8').trim() !== ''
    if (crash > 0) await vi.waitUntil(() => !noted())
  }
})

test('after a time in health, what was set aside is tried once more: later fires may be the same bytes', async () => {
  begun()
  for (let crash = 0; crash < crashesUntilSetAside; crash++) {
    void begun().guard('crashing', never)
    await nextTick()
  }
  const healthy = (): UnderWay => begun({ watchedMs: 30 })
  const tried = healthy()
  expect(tried.watch('crashing')?.isSetAside).toBe(true)
  await vi.waitUntil(() => tried.watching() && tried.watch('crashing')?.isSetAside === false)
  await nextTick()
  const dead = healthy()
  expect(dead.watch('crashing')?.isSetAside, 'it crashed with it again').toBe(true)
  await vi.waitUntil(() => dead.watching() && dead.watch('crashing')?.isSetAside === false)
  await vi.waitUntil(() => !dead.watching())
  expect(dead.watch('crashing'), 'nothing is watched any more').toBeUndefined()
})

test('done once, it no longer counts as the reason of a crash', async () => {
  begun()
  void begun().guard('slow', never)
  for (let crash = 0; crash < 2 * crashesUntilSetAside; crash++) await begun().guard('slow', async () => undefined)
  expect(await begun().guard('slow', async () => 'done')).toBe('done')
})

test('an end in order forgets everything, an error that ends the process does not', async () => {
  begun().stop()
  const healthy = begun()
  expect(healthy.watching()).toBe(false)
  expect(healthy.watch('work')).toBeUndefined()
  for (let crash = 0; crash < crashesUntilSetAside; crash++) {
    const process = begun()
    const work = process.guard('crashing', async () => process.crashing())
    await work
    process.stop()
  }
  expect(begun().watch('crashing')).toMatchObject({ isSetAside: true })
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
