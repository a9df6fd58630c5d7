import { expect, test } from 'vitest'
import { KeyedQueue } from './keyed-queue.ts'

test('later messages wait for earlier ones, of the same gateway only', async () => {
  const queue = new KeyedQueue()
  const order: string[] = []
  const slow = Promise.withResolvers<void>()
  const note = (name: string) => void order.push(name)
  const first = queue.run('GW1', () => slow.promise.then(() => note('first')))
  const second = queue.run('GW1', () => note('second'))
  void queue.run('GW2', () => note('other'))
  expect(order).toEqual(['other'])
  slow.resolve()
  await Promise.all([first, second])
  expect(order).toEqual(['other', 'first', 'second'])
  // Nothing is delayed any more after this.
  await new Promise((resolve) => setImmediate(resolve))
  void queue.run('GW1', () => note('third'))
  expect(order.at(-1)).toBe('third')
})

test('a failure does not hold up later messages', async () => {
  const queue = new KeyedQueue()
  const failing = queue.run('GW1', () => Promise.reject(new Error('database away')))
  const second = queue.run('GW1', () => 'taken')
  await expect(failing).rejects.toThrow('database away')
  expect(await second).toBe('taken')
})
