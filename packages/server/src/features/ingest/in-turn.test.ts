import { expect, test } from 'vitest'
import { InTurn } from './in-turn.ts'

test('what came later waits for what came first, of the same gateway only', async () => {
  const turns = new InTurn()
  const order: string[] = []
  const slow = Promise.withResolvers<void>()
  const note = (name: string) => void order.push(name)
  const first = turns.take('GW1', () => slow.promise.then(() => note('first')))
  const second = turns.take('GW1', () => note('second'))
  void turns.take('GW2', () => note('other'))
  expect(order).toEqual(['other'])
  slow.resolve()
  await Promise.all([first, second])
  expect(order).toEqual(['other', 'first', 'second'])
  // Afterwards nothing is delayed any more.
  await new Promise((resolve) => setImmediate(resolve))
  void turns.take('GW1', () => note('third'))
  expect(order.at(-1)).toBe('third')
})

test('one that fails does not hold up those behind it', async () => {
  const turns = new InTurn()
  const failing = turns.take('GW1', () => Promise.reject(new Error('database away')))
  const second = turns.take('GW1', () => 'taken')
  await expect(failing).rejects.toThrow('database away')
  expect(await second).toBe('taken')
})
