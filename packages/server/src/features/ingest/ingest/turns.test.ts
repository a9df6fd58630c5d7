import { expect, test } from 'vitest'
import { Turns } from './turns.ts'

const open = () => Promise.withResolvers<void>()

test('ids are assigned in order, and the second transaction continues once the first has ended', async () => {
  const turns = new Turns()
  const [first, second] = [turns.begin(), turns.begin()]
  const [numbered, order] = [open(), [] as string[]]
  const one = first.number(async () => {
    order.push('first begins')
    await numbered.promise
    order.push('first has its ids')
  })
  const two = second.number(async () => void order.push('second has its ids'))
  await first.come()
  numbered.resolve()
  await Promise.all([one, two])
  let came = false
  const coming = second.come().then(() => (came = true))
  await new Promise(setImmediate)
  expect(came).toBe(false)
  first.end()
  await coming
  expect(order).toEqual(['first begins', 'first has its ids', 'second has its ids'])
})

test('a writer that fails, or assigns no ids, holds up nothing', async () => {
  const turns = new Turns()
  const [failing, silent, last] = [turns.begin(), turns.begin(), turns.begin()]
  await expect(failing.number(() => Promise.reject(new Error('locked')))).rejects.toThrow('locked')
  failing.end()
  await silent.come()
  await last.number(async () => undefined)
  await last.come()
})

test('a writer held up for long is overtaken', async () => {
  const turns = new Turns(20)
  const [stuck, next] = [turns.begin(), turns.begin()]
  void stuck.number(() => open().promise)
  let numbered = false
  await next.number(async () => void (numbered = true))
  expect(numbered).toBe(true)
  await next.come()
})

test('a writer held up for long delays only the first one behind it', async () => {
  const turns = new Turns(1_000)
  const [stuck, next] = [turns.begin(), turns.begin()]
  void stuck.number(() => open().promise)
  const from = performance.now()
  for (const turn of [next, turns.begin(), turns.begin()]) {
    await turn.number(async () => undefined)
    await turn.come()
    turn.end()
  }
  expect(performance.now() - from).toBeLessThan(1_900)
})
