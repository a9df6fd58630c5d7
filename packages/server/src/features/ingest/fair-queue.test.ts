import { expect, test } from 'vitest'
import { FairQueue } from './fair-queue.ts'

const LIMIT = 100
function filled(...items: [client: string, weight: number][]): FairQueue<{ client: string; weight: number; name: string }> {
  const queue = new FairQueue<{ client: string; weight: number; name: string }>()
  for (const [index, [client, weight]] of items.entries()) queue.add({ client, weight, name: `${client}${index}` })
  return queue
}
const names = (items: readonly { name: string }[]) => items.map(({ name }) => name).join(' ')

test('every client gets its turn, and keeps its own order', () => {
  const queue = filled(['a', 20], ['a', 20], ['a', 20], ['b', 20], ['c', 20], ['b', 20], ['a', 20])
  expect(names(queue.take(LIMIT))).toBe('a0 b3 c4 a1 b5')
  expect(queue.size).toBe(2)
  expect(names(queue.take(LIMIT))).toBe('a2 a6')
  expect(queue.take(LIMIT)).toEqual([])
})

test('a client left out of a batch comes first in the next', () => {
  const queue = filled(['a', 25], ['a', 25], ['b', 25], ['b', 25], ['c', 25], ['d', 25], ['e', 25])
  expect(names(queue.take(LIMIT))).toBe('a0 b2 c4 d5')
  expect(names(queue.take(LIMIT))).toBe('e6 a1 b3')
})

test('a heavy item goes alone, alternating with the others, and nobody waits for two of them', () => {
  const queue = filled(['flood', 1000], ['flood', 1000], ['flood', 1], ['a', 10], ['b', 10])
  expect(names(queue.take(LIMIT))).toBe('a3 b4')
  queue.add({ client: 'a', weight: 10, name: 'fire' })
  expect(names(queue.take(LIMIT))).toBe('flood0')
  expect(names(queue.take(LIMIT))).toBe('fire')
  expect(names(queue.take(LIMIT))).toBe('flood1')
  expect(names(queue.take(LIMIT))).toBe('flood2')
  expect(queue.size).toBe(0)
  expect(queue.first).toBeUndefined()
})
