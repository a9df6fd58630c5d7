import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { expect, test, vi } from 'vitest'
import { FairQueue } from './fair-queue.ts'

const limit = { most: 100, withoutAlarms: 100, besideAlarms: 0 }
const filled = (...items: [client: string, weight: number][]): FairQueue<{ client: string; weight: number; name: string }> => {
  const queue = new FairQueue<{ client: string; weight: number; name: string }>()
  for (const [index, [client, weight]] of items.entries()) queue.add({ client, weight, name: `${client}${index}` })
  return queue
}
const names = (items: readonly { name: string }[]) => items.map(({ name }) => name).join(' ')

test('every client gets its turn, and keeps its own order', () => {
  const queue = filled(['a', 20], ['a', 20], ['a', 20], ['b', 20], ['c', 20], ['b', 20], ['a', 20])
  expect(names(queue.take(limit))).toBe('a0 b3 c4 a1 b5')
  expect(queue.size).toBe(2)
  expect(names(queue.take(limit))).toBe('a2 a6')
  expect(queue.take(limit)).toEqual([])
})

test('a client left out of a batch comes first in the next', () => {
  const queue = filled(['a', 25], ['a', 25], ['b', 25], ['b', 25], ['c', 25], ['d', 25], ['e', 25])
  expect(names(queue.take(limit))).toBe('a0 b2 c4 d5')
  expect(names(queue.take(limit))).toBe('e6 a1 b3')
})

test('a heavy item is taken alone, alternating with the others, and no other item waits for two of them', () => {
  const queue = filled(['flood', 1000], ['flood', 1000], ['flood', 1], ['a', 10], ['b', 10])
  expect(names(queue.take(limit))).toBe('a3 b4')
  queue.add({ client: 'a', weight: 10, name: 'fire' })
  expect(names(queue.take(limit))).toBe('flood0')
  expect(names(queue.take(limit))).toBe('fire')
  expect(names(queue.take(limit))).toBe('flood1')
  expect(names(queue.take(limit))).toBe('flood2')
  expect(queue.size).toBe(0)
  expect(queue.first).toBeUndefined()
})

test('a client with an alarm comes first, in its own order, and only few others go along', () => {
  const queue = new FairQueue<{ client: string; weight: number; name: string; alarm?: boolean }>()
  for (let n = 0; n < 50; n++) queue.add({ client: `g${n}`, weight: 2, name: `gone${n}` })
  queue.add({ client: 'g49', weight: 2, name: 'fire', alarm: true })
  queue.add({ client: 'g49', weight: 2, name: 'power' })
  const limits = { most: 100, withoutAlarms: 6, besideAlarms: 4 }
  expect(names(queue.take(limits))).toBe('gone49 fire gone0 gone1')
  expect(names(queue.take(limits))).toBe('gone2 gone3 gone4')
  expect(queue.size).toBe(45)
  queue.add({ client: 'g0', weight: 2, name: 'second fire', alarm: true })
  expect(queue.take(limits)[0]?.name).toBe('second fire')
  let taken = queue.take(limits)
  const rest = []
  for (; taken.length > 0; taken = queue.take(limits)) rest.push(...taken)
  expect(names(rest)).toMatch(/^gone7 .* power$/)
  expect(queue.size).toBe(0)
})

test('however many alarms there are, the others make progress', () => {
  const queue = new FairQueue<{ client: string; weight: number; name: string; alarm?: boolean }>()
  for (let n = 0; n < 20; n++) queue.add({ client: 'a', weight: 10, name: `fire${n}`, alarm: true })
  for (let n = 0; n < 3; n++) queue.add({ client: `g${n}`, weight: 2, name: `gone${n}` })
  const limits = { most: 40, withoutAlarms: 10, besideAlarms: 2 }
  expect(names(queue.take(limits))).toBe('fire0 fire1 fire2 fire3 gone0')
  expect(names(queue.take(limits))).toBe('fire4 fire5 fire6 fire7 gone1')
})

test('a heavy item of a client with an alarm waits for at most one of the others, which make progress', () => {
  const queue = new FairQueue<{ client: string; weight: number; name: string; alarm?: boolean }>()
  for (let n = 0; n < 9; n++) queue.add({ client: `g${n}`, weight: 1000, name: `faults${n}` })
  for (let n = 0; n < 5; n++) queue.add({ client: 'a', weight: 1000, name: `fires${n}`, alarm: true })
  const taken = Array.from({ length: 8 }, () => names(queue.take(limit)))
  expect(taken).toEqual(['fires0', 'fires1', 'fires2', 'faults0', 'fires3', 'fires4', 'faults1', 'faults2'])
})

test('consumed items of a client whose line never empties are freed', async () => {
  const queue = new FairQueue<{ client: string; weight: number; payload?: Buffer }>()
  queue.add({ client: 'a', weight: 1 })
  let first: WeakRef<object> | undefined
  for (let n = 0; n < 1_000; n++) {
    const item = { client: 'a', weight: 1, payload: Buffer.alloc(10) }
    first ??= new WeakRef(item)
    queue.add(item)
    queue.take({ most: 1, withoutAlarms: 1, besideAlarms: 0 })
  }
  setFlagsFromString('--expose-gc')
  await vi.waitFor(() => {
    ;(runInNewContext('gc') as () => void)()
    expect(first?.deref() === undefined).toBe(true)
  })
})
