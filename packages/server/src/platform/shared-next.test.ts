import { expect, test } from 'vitest'
import { sharedNext, type SharedAnswers } from './shared-next.ts'

/** Once released, answers with the number of earlier questions. */
const counter = () => {
  const waiting: ((answer: number | Error) => void)[] = []
  const ask = (): Promise<number> =>
    new Promise((resolve, reject) => {
      waiting.push((answer) => (typeof answer === 'number' ? resolve(answer) : reject(answer)))
    })
  const settle = async (answer: number | Error): Promise<void> => {
    await expect.poll(() => waiting.length).toBe(1)
    waiting.pop()?.(answer)
  }
  return { ask, settle, asked: () => waiting.length }
}

test('those who ask during an answer share the next one; nobody gets an earlier one', async () => {
  const answers: SharedAnswers<number> = new Map()
  const { ask, settle, asked } = counter()
  const first = sharedNext(answers, 'rows', ask)
  const others = Promise.all([1, 2, 3].map(() => sharedNext(answers, 'rows', ask)))
  expect(asked()).toBe(1)
  await settle(7)
  expect(await first).toBe(7)
  await settle(8)
  expect(await others).toEqual([8, 8, 8])
  const later = sharedNext(answers, 'rows', ask)
  await settle(9)
  expect(await later).toBe(9)
  await expect.poll(() => answers.size).toBe(0)
})

test('a different question is asked at once', async () => {
  const answers: SharedAnswers<number> = new Map()
  const { ask, asked } = counter()
  void sharedNext(answers, 'alarms', ask)
  void sharedNext(answers, 'faults', ask)
  expect(asked()).toBe(2)
})

test('an error affects only its own question', async () => {
  const answers: SharedAnswers<number> = new Map()
  const { ask, settle } = counter()
  const first = sharedNext(answers, 'rows', ask)
  const next = sharedNext(answers, 'rows', ask)
  await settle(new Error('gone'))
  await expect(first).rejects.toThrow('gone')
  await settle(3)
  expect(await next).toBe(3)
})
