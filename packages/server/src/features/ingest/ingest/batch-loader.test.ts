import { expect, test } from 'vitest'
import { BatchLoader } from './batch-loader.ts'

test('a key that makes the query fail does not cost the others their answer', async () => {
  const requested: string[][] = []
  const loader = new BatchLoader<string, string>(async (keys) => {
    requested.push(keys)
    if (keys.includes('\0')) throw Object.assign(new Error('invalid byte sequence'), { code: '22021' })
    return new Map(keys.map((key) => [key, `the ${key}`]))
  })
  const answers = await Promise.allSettled(['a', '\0', 'b'].map((key) => loader.load(key)))
  expect(answers.map((answer) => (answer.status === 'fulfilled' ? answer.value : 'refused'))).toEqual([
    'the a',
    'refused',
    'the b',
  ])
  expect(requested).toEqual([['a', '\0', 'b'], ['a'], ['\0'], ['b']])
})

test('while the database is unavailable all are rejected', async () => {
  let queries = 0
  const loader = new BatchLoader<string, string>(async () => {
    queries++
    throw Object.assign(new Error('connect ECONNREFUSED'), { code: 'ECONNREFUSED' })
  })
  const answers = await Promise.allSettled(['a', 'b'].map((key) => loader.load(key)))
  expect(answers.map(({ status }) => status)).toEqual(['rejected', 'rejected'])
  expect(queries).toBe(1)
})
