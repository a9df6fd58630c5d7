import { setTimeout as delay } from 'node:timers/promises'
import { expect, test, vi } from 'vitest'
import { Batcher } from './batcher.ts'

interface Item {
  name: string
  urgent: boolean
  weight: number
  client: string
}
const item = (name: string, urgent = false, weight = 1): Item => ({ name, urgent, weight, client: 'a' })

class Poison extends Error {}

/** A batcher over a write that the test controls. */
function setUp(write: (items: readonly Item[]) => Promise<void>) {
  const batches: string[][] = []
  const written: string[] = []
  const poisoned: string[] = []
  const waits: number[] = []
  const unsettled: string[] = []
  const batcher = new Batcher<Item>({
    write: async (items) => {
      await write(items)
      batches.push(items.map(({ name }) => name))
    },
    onWritten: ({ name }) => {
      if (name.startsWith('odd')) throw new Error('a line broke')
      written.push(name)
    },
    isPoison: (error) => error instanceof Poison,
    onPoison: async ({ name }) => {
      if (name.startsWith('bad odd')) throw new Error('a line broke')
      poisoned.push(name)
    },
    onFailure: (_error, wait) => waits.push(wait),
    onUnsettled: (_error, { name }) => unsettled.push(name),
  })
  return { batcher, batches, written, poisoned, waits, unsettled }
}

test('a single item is written immediately; what arrives meanwhile is written together', async () => {
  const gate = Promise.withResolvers<void>()
  const { batcher, batches } = setUp(() => gate.promise)
  batcher.add(item('a'))
  await delay(5)
  for (const name of ['b', 'c', 'd']) batcher.add(item(name))
  expect(batcher.size).toBe(3)
  gate.resolve()
  await vi.waitFor(() => expect(batches).toEqual([['a'], ['b', 'c', 'd']]))
})

test('urgent items go first, with only a little of the rest', async () => {
  const gate = Promise.withResolvers<void>()
  const { batcher, batches } = setUp(() => gate.promise)
  batcher.add(item('first'))
  await delay(5)
  for (let index = 0; index < 1000; index++) batcher.add(item(`t${index}`))
  batcher.add(item('fire', true))
  gate.resolve()
  await vi.waitFor(() => expect(batches.flat()).toHaveLength(1002))
  expect(batches[1]?.[0]).toBe('fire')
  expect(batches[1]?.length).toBeLessThanOrEqual(202)
})

test('order is kept within urgent and within the rest, and batches are bounded by weight', async () => {
  const { batcher, batches } = setUp(async () => undefined)
  for (let index = 0; index < 5000; index++) batcher.add(item(`t${index}`, false, 3))
  await vi.waitFor(() => expect(batches.flat()).toHaveLength(5000))
  expect(batches.flat()).toEqual(Array.from({ length: 5000 }, (_, index) => `t${index}`))
  expect(Math.max(...batches.map((batch) => batch.length))).toBeLessThanOrEqual(1334)
})

test('a failing write is retried with growing pauses, and nothing is reported as written before', async () => {
  let failures = 3
  const { batcher, written, waits } = setUp(async () => {
    if (failures-- > 0) throw new Error('away')
  })
  batcher.add(item('a'))
  await vi.waitFor(() => expect(waits.length).toBe(1))
  expect(batcher.failing).toBe(true)
  expect(written).toEqual([])
  batcher.add(item('b'))
  await vi.waitFor(() => expect(written).toEqual(['a', 'b']))
  expect(waits).toEqual([50, 100, 200])
  expect(batcher.failing).toBe(false)
})

test('an item that can never be written is isolated, the others are written', async () => {
  const { batcher, written, poisoned } = setUp(async (items) => {
    if (items.some(({ name }) => name.startsWith('bad'))) throw new Poison()
  })
  for (const name of ['a', 'bad1', 'b', 'c', 'd', 'bad2', 'e']) batcher.add(item(name))
  await vi.waitFor(() => expect(written).toEqual(['a', 'b', 'c', 'd', 'e']))
  expect(poisoned).toEqual(['bad1', 'bad2'])
})

test('an error while reporting is not a failed write: nothing is written twice, and all others are reported', async () => {
  const { batcher, batches, written, waits, unsettled } = setUp(async () => undefined)
  for (const name of ['a', 'odd', 'b']) batcher.add(item(name))
  await vi.waitFor(() => expect(written).toEqual(['a', 'b']))
  batcher.add(item('c'))
  await vi.waitFor(() => expect(written).toEqual(['a', 'b', 'c']))
  expect(batches).toEqual([['a', 'odd', 'b'], ['c']])
  expect(unsettled).toEqual(['odd'])
  expect(waits).toEqual([])
})

test('salvaging an item may fail, and writing goes on', async () => {
  const { batcher, written, unsettled } = setUp(async (items) => {
    if (items.some(({ name }) => name.startsWith('bad'))) throw new Poison()
  })
  for (const name of ['a', 'bad odd', 'b']) batcher.add(item(name))
  await vi.waitFor(() => expect(written).toEqual(['a', 'b']))
  batcher.add(item('c'))
  await vi.waitFor(() => expect(written).toEqual(['a', 'b', 'c']))
  expect(unsettled).toEqual(['bad odd'])
})

test('what is urgent does not wait until all bad items of a batch are found', async () => {
  let writes = 0
  let foundBefore = 0
  const { batcher, written, poisoned } = setUp(async (items) => {
    if (++writes === 3) batcher.add(item('fire', true))
    if (items.some(({ name }) => name === 'fire')) foundBefore = poisoned.length
    await delay(1)
    if (items.some(({ name }) => name.startsWith('bad'))) throw new Poison()
  })
  for (let index = 0; index < 64; index++) batcher.add(item(`bad${index}`))
  await vi.waitFor(() => expect(written).toEqual(['fire']))
  expect(foundBefore).toBeLessThan(8)
  await vi.waitFor(() => expect(poisoned).toHaveLength(64))
})

test('stopping ends the running write and drops the rest unreported', async () => {
  const gate = Promise.withResolvers<void>()
  const { batcher, written } = setUp(() => gate.promise)
  batcher.add(item('a'))
  await delay(5)
  batcher.add(item('b'))
  const stopped = batcher.stop()
  gate.resolve()
  await stopped
  batcher.add(item('c'))
  await delay(10)
  expect(written).toEqual(['a'])
})
