import { expect, test } from 'vitest'
import { createSlowAnswers, rememberSlow } from './slow-answers.ts'

/** A clock that advances only by what an answer takes, and the number of times the question was asked. */
const asking = () => {
  const answers = createSlowAnswers<number>()
  let time = 0
  let asked = 0
  return {
    advance: (ms: number) => void (time += ms),
    ask: (took: number) =>
      rememberSlow(
        answers,
        'devices',
        async () => {
          time += took
          return ++asked
        },
        () => time,
      ),
  }
}

test('a slow answer is repeated for fifty times as long as it took, then asked anew', async () => {
  const { ask, advance } = asking()
  expect(await ask(300)).toBe(1)
  advance(14_999)
  expect(await ask(300)).toBe(1)
  advance(1)
  expect(await ask(300)).toBe(2)
})

test('no answer is repeated for more than 30 seconds', async () => {
  const { ask, advance } = asking()
  expect(await ask(5_000)).toBe(1)
  advance(29_999)
  expect(await ask(5_000)).toBe(1)
  advance(1)
  expect(await ask(5_000)).toBe(2)
})

test('a quick answer is never repeated', async () => {
  const { ask } = asking()
  expect([await ask(200), await ask(200)]).toEqual([1, 2])
})

test('an error is not kept', async () => {
  const answers = createSlowAnswers<number>()
  await expect(rememberSlow(answers, 'devices', () => Promise.reject(new Error('no database')))).rejects.toThrow('no database')
  expect(await rememberSlow(answers, 'devices', async () => 1)).toBe(1)
})
