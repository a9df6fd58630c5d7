import { setTimeout as delay } from 'node:timers/promises'
import { describe, expect, test, vi } from 'vitest'
import { Batcher } from './batcher.ts'

interface Item {
  name: string
  urgent: boolean
  weight: number
  client: string
  alarm?: boolean
}
const item = (name: string, urgent = false, weight = 1): Item => ({ name, urgent, weight, client: 'a' })

class Poison extends Error {}

/** A batcher whose `write` the test controls. */
const setUp = (write: (items: readonly Item[]) => Promise<void>) => {
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
  await vi.waitFor(() => expect(batches).toEqual([['a'], ['b', 'c', 'd']]), 20_000)
})

test('urgent items go first, with only a little of the rest', async () => {
  const gate = Promise.withResolvers<void>()
  const { batcher, batches } = setUp(() => gate.promise)
  batcher.add(item('first'))
  await delay(5)
  for (let index = 0; index < 1000; index++) batcher.add(item(`t${index}`))
  batcher.add(item('fire', true))
  gate.resolve()
  await vi.waitFor(() => expect(batches.flat()).toHaveLength(1002), 20_000)
  expect(batches[1]?.[0]).toBe('fire')
  expect(batches[1]?.length).toBeLessThanOrEqual(202)
})

test('an alarm goes before thousands of other urgent items, and waits for few of them', async () => {
  const gate = Promise.withResolvers<void>()
  const { batcher, batches } = setUp(() => gate.promise)
  for (let index = 0; index < 6_000; index++) batcher.add({ ...item(`gone${index}`, true), client: `g${index}` })
  await delay(5)
  batcher.add({ ...item('fire', true), client: 'g5999', alarm: true })
  gate.resolve()
  await vi.waitFor(() => expect(batches.flat()).toHaveLength(6_001), 20_000)
  expect(batches[0]?.length).toBeLessThanOrEqual(1_000)
  // After the earlier items of its own sender.
  expect(batches[1]?.slice(0, 2)).toEqual(['gone5999', 'fire'])
  expect(batches[1]?.length).toBeLessThanOrEqual(202)
})

test('order is kept among urgent items and among the rest, and batches are bounded by weight', async () => {
  const { batcher, batches } = setUp(async () => undefined)
  for (let index = 0; index < 5000; index++) batcher.add(item(`t${index}`, false, 3))
  await vi.waitFor(() => expect(batches.flat()).toHaveLength(5000), 20_000)
  expect(batches.flat()).toEqual(Array.from({ length: 5000 }, (_, index) => `t${index}`))
  expect(Math.max(...batches.map((batch) => batch.length))).toBeLessThanOrEqual(1334)
})

test('a failing write is retried with growing pauses, and nothing is reported as written before', async () => {
  let failures = 3
  const { batcher, written, waits } = setUp(async () => {
    if (failures-- > 0) throw new Error('away')
  })
  batcher.add(item('a'))
  await vi.waitFor(() => expect(waits.length).toBe(1), 20_000)
  expect(batcher.failing).toBe(true)
  expect(written).toEqual([])
  batcher.add(item('b'))
  await vi.waitFor(() => expect(written).toEqual(['a', 'b']), 20_000)
  expect(waits).toEqual([50, 100, 200])
  expect(batcher.failing).toBe(false)
})

test('an item that can never be written is isolated, the others are written', async () => {
  const { batcher, written, poisoned } = setUp(async (items) => {
    if (items.some(({ name }) => name.startsWith('bad'))) throw new Poison()
  })
  for (const name of ['a', 'bad1', 'b', 'c', 'd', 'bad2', 'e']) batcher.add(item(name))
  await vi.waitFor(() => expect(written).toEqual(['a', 'b', 'c', 'd', 'e']), 20_000)
  expect(poisoned).toEqual(['bad1', 'bad2'])
})

test('an error while reporting is not a failed write: nothing is written twice, and all others are reported', async () => {
  const { batcher, batches, written, waits, unsettled } = setUp(async () => undefined)
  for (const name of ['a', 'odd', 'b']) batcher.add(item(name))
  await vi.waitFor(() => expect(written).toEqual(['a', 'b']), 20_000)
  batcher.add(item('c'))
  await vi.waitFor(() => expect(written).toEqual(['a', 'b', 'c']), 20_000)
  expect(batches).toEqual([['a', 'odd', 'b'], ['c']])
  expect(unsettled).toEqual(['odd'])
  expect(waits).toEqual([])
})

test('salvaging an item may fail, and writing continues', async () => {
  const { batcher, written, unsettled } = setUp(async (items) => {
    if (items.some(({ name }) => name.startsWith('bad'))) throw new Poison()
  })
  for (const name of ['a', 'bad odd', 'b']) batcher.add(item(name))
  await vi.waitFor(() => expect(written).toEqual(['a', 'b']), 20_000)
  batcher.add(item('c'))
  await vi.waitFor(() => expect(written).toEqual(['a', 'b', 'c']), 20_000)
  expect(unsettled).toEqual(['bad odd'])
})

test('urgent items do not wait until all bad items of a batch are found', async () => {
  let writes = 0
  let foundBefore = 0
  const { batcher, written, poisoned } = setUp(async (items) => {
    if (++writes === 3) batcher.add(item('fire', true))
    if (items.some(({ name }) => name === 'fire')) foundBefore = poisoned.length
    await delay(1)
    if (items.some(({ name }) => name.startsWith('bad'))) throw new Poison()
  })
  for (let index = 0; index < 64; index++) batcher.add(item(`bad${index}`))
  await vi.waitFor(() => expect(written).toEqual(['fire']), 20_000)
  expect(foundBefore).toBeLessThan(8)
  await vi.waitFor(() => expect(poisoned).toHaveLength(64), 20_000)
})

describe('a lock of another transaction', () => {
  class LockTimeout extends Error {}

  /** Items of several senders; those of `locked` cannot be written. */
  const setUpLocks = () => {
    const locked = new Set<string>()
    const unseen = new Set<string>()
    const busy = new Set<string>()
    const grouped = new Set<string>()
    const batches: string[][] = []
    const patient: string[][] = []
    const written: string[] = []
    const failed: unknown[] = []
    const afterWritten = new Map<string, () => void>()
    const batcher = new Batcher<Item>({
      write: async (items, isPatient) => {
        await delay(1)
        const names = items.map(({ name }) => name)
        if (isPatient) patient.push(names)
        else if (items.some(({ client }) => locked.has(client) || unseen.has(client))) throw new LockTimeout()
        batches.push(names)
      },
      onWritten: ({ name }) => {
        written.push(name)
        afterWritten.get(name)?.()
      },
      isPoison: () => false,
      onPoison: async () => undefined,
      onFailure: (error) => failed.push(error),
      onUnsettled: () => undefined,
      locks: {
        isTimeout: (error) => error instanceof LockTimeout,
        groupsOf: ({ client }) => (grouped.has(client) ? [1] : []),
        lockedOut: async (items) => {
          const of = (set: ReadonlySet<string>) => new Set(items.map(({ client }) => client).filter((client) => set.has(client)))
          const groups = items.some(({ client }) => grouped.has(client) && locked.has(client)) ? [1] : []
          return { clients: of(locked), busy: of(busy), groups: new Set(groups) }
        },
        onParked: () => undefined,
      },
    })
    const add = (...names: string[]) => {
      for (const name of names) batcher.add({ ...item(name, true), client: name[0] ?? '' })
    }
    return { batcher, afterWritten, add, locked, unseen, busy, grouped, batches, patient, written, failed }
  }

  test('makes only its sender wait, whose items count as waiting, and are written in order once it is gone', async () => {
    const { batcher, add, locked, written, failed } = setUpLocks()
    locked.add('a')
    add('a1', 'b1', 'a2')
    await vi.waitFor(() => expect(written).toEqual(['b1']), 20_000)
    add('a3', 'b2', 'c1')
    await vi.waitFor(() => expect(written).toEqual(['b1', 'b2', 'c1']), 20_000)
    expect(batcher.status).toMatchObject({ storing: 'ok', waiting: 3 })
    expect(batcher.size).toBe(3)
    locked.clear()
    await vi.waitFor(() => expect(written.filter((name) => name.startsWith('a'))).toEqual(['a1', 'a2', 'a3']), 20_000)
    expect(batcher.status).toMatchObject({ waiting: 0, oldestWaitingMs: null })
    expect(failed).toEqual([])
  })

  test('that returns just before they are written makes them wait again, still in order', async () => {
    const { add, locked, unseen, written } = setUpLocks()
    locked.add('a')
    add('a1', 'a2', 'b1')
    await vi.waitFor(() => expect(written).toEqual(['b1']), 20_000)
    locked.clear()
    unseen.add('a')
    setTimeout(() => void locked.add('a'), 190)
    await delay(500)
    add('a3', 'b2')
    await vi.waitFor(() => expect(written).toContain('b2'), 20_000)
    unseen.clear()
    locked.clear()
    await vi.waitFor(() => expect(written.filter((name) => name.startsWith('a'))).toEqual(['a1', 'a2', 'a3']), 20_000)
  })

  test('of a group makes all its senders wait, including later ones, and nobody else', async () => {
    const { add, locked, grouped, batches, written } = setUpLocks()
    for (const client of ['a', 'b', 'c']) grouped.add(client)
    for (const client of ['a', 'b', 'c']) locked.add(client)
    add('a1', 'd1')
    await vi.waitFor(() => expect(written).toEqual(['d1']), 20_000)
    const attempts = batches.length
    add('b1', 'c1', 'd2', 'b2')
    await vi.waitFor(() => expect(written).toEqual(['d1', 'd2']), 20_000)
    // The later items did not each wait for a lock to find out.
    expect(batches.length).toBe(attempts + 1)
    locked.clear()
    await vi.waitFor(() => expect(written).toHaveLength(6), 20_000)
    expect(written.filter((name) => name.startsWith('b'))).toEqual(['b1', 'b2'])
  })

  test('that passes from one transaction to the next is queued for, only by its own senders', async () => {
    const { add, locked, busy, patient, written } = setUpLocks()
    locked.add('a')
    add('a1', 'b1')
    await vi.waitFor(() => expect(written).toEqual(['b1']), 20_000)
    locked.clear()
    busy.add('a')
    await vi.waitFor(() => expect(written).toEqual(['b1', 'a1']), 20_000)
    expect(patient).toEqual([['a1']])
  })

  test('lets fires go first once it is gone: those that it held up, and those that arrive just then', async () => {
    const { batcher, afterWritten, add, locked, batches, written } = setUpLocks()
    const faults = ['a', 'b', 'c', 'd', 'e', 'f']
    for (const client of [...faults, 'h']) locked.add(client)
    for (const client of faults) batcher.add({ ...item(`${client}1`, true, 3000), client })
    batcher.add({ ...item('h1', true), client: 'h', alarm: true })
    add('z1')
    await vi.waitFor(() => expect(written).toEqual(['z1']), 20_000)
    afterWritten.set('h1', () => batcher.add({ ...item('z2', true), client: 'z', alarm: true }))
    locked.clear()
    await vi.waitFor(() => expect(written).toHaveLength(9), 20_000)
    const at = (name: string) => batches.findIndex((batch) => batch.includes(name))
    const held = batches.filter((batch) => faults.some((client) => batch.includes(`${client}1`)))
    expect(batches.indexOf(held[0] ?? [])).toBe(at('h1'))
    expect(at('z2')).toBe(at('h1') + 1)
    expect(batches.indexOf(held.at(-1) ?? [])).toBeGreaterThan(at('z2'))
  })

  test('whose holder cannot be found is waited for', async () => {
    const { add, unseen, written, patient } = setUpLocks()
    unseen.add('a')
    add('a1', 'b1')
    await vi.waitFor(() => expect(written).toEqual(['a1', 'b1']), 20_000)
    expect(patient).toEqual([['a1', 'b1']])
  })

  test('does not keep the program from stopping, and what it holds back is not reported as written', async () => {
    const { batcher, add, locked, written } = setUpLocks()
    locked.add('a')
    add('a1', 'b1')
    await vi.waitFor(() => expect(written).toEqual(['b1']), 20_000)
    await batcher.stop()
    locked.clear()
    await delay(300)
    expect(written).toEqual(['b1'])
  })
})

test('stopping finishes the current write and drops the rest unreported', async () => {
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
