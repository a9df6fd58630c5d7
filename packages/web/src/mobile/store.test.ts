import { beforeEach, expect, test, vi } from 'vitest'

/** A stand-in for the browser's database, which Node does not have. */
const disk = vi.hoisted(() => ({
  values: new Map<string, unknown>(),
  state: 'open' as 'open' | 'closed' | 'silent' | 'full',
}))
const answer = async <T>(work: () => T, writes = false): Promise<T> => {
  if (disk.state === 'silent') return new Promise(() => undefined)
  if (disk.state === 'closed' || (writes && disk.state === 'full')) throw new DOMException('no', 'QuotaExceededError')
  return work()
}
vi.mock('idb-keyval', () => ({
  createStore: () => undefined,
  get: (key: string) => answer(() => disk.values.get(key)),
  set: (key: string, value: unknown) => answer(() => void disk.values.set(key, value), true),
  update: (key: string, next: (old: unknown) => unknown) =>
    answer(() => void disk.values.set(key, next(disk.values.get(key))), true),
  del: (key: string) => answer(() => void disk.values.delete(key)),
  delMany: (several: string[]) => answer(() => several.forEach((key) => disk.values.delete(key))),
  keys: () => answer(() => [...disk.values.keys()]),
  entries: () => answer(() => [...disk.values]),
}))

const load = async () => ({ ...(await import('./store.ts')), ...(await import('../storage.ts')) })

beforeEach(() => {
  vi.resetModules()
  disk.values.clear()
  disk.state = 'open'
  return () => void vi.useRealTimers()
})

test.each(['closed', 'silent'] as const)('a phone whose storage is %s works from memory, and says so', async (state) => {
  vi.useFakeTimers()
  disk.state = state
  const { read, write, change, remove, keysUnder, entriesUnder, useUnkept } = await load()
  const first = read('step/1/1')
  await vi.advanceTimersByTimeAsync(5_000)
  expect(await first).toBeUndefined()
  expect(useUnkept.getState().unkept).toBe(true)
  await write('step/1/1', { name: 'sign' })
  await change<number>('seq/1', (old = 0) => old + 1)
  await change<number>('seq/1', (old = 0) => old + 1)
  expect([await read('step/1/1'), await read('seq/1')]).toEqual([{ name: 'sign' }, 2])
  expect([await keysUnder('step/'), await entriesUnder('step/1/')]).toEqual([['step/1/1'], [['step/1/1', { name: 'sign' }]]])
  await remove('step/1/1')
  expect(await keysUnder('step/')).toEqual([])
})

test('a full phone keeps on counting from what is stored, holds new steps in memory, and says so', async () => {
  disk.values.set('seq/1', 4).set('step/1/4', 'old')
  const { read, write, change, entriesUnder, useUnkept } = await load()
  expect(await read('seq/1')).toBe(4)
  expect(useUnkept.getState().unkept).toBe(false)
  disk.state = 'full'
  await change<number>('seq/1', (old = 0) => old + 1)
  await write('step/1/5', 'new')
  expect(useUnkept.getState().unkept).toBe(true)
  expect(await read('seq/1')).toBe(5)
  expect(await entriesUnder('step/1/')).toEqual([
    ['step/1/4', 'old'],
    ['step/1/5', 'new'],
  ])
  disk.state = 'open'
  await change<number>('seq/1', (old = 0) => old + 1)
  expect(disk.values.get('seq/1')).toBe(6)
})
