import { expect, test } from 'vitest'
import { fewAtOnce } from './few-at-once.ts'

test('few are done at once, in their order, whatever becomes of them', async () => {
  const oneOfTwo = fewAtOnce(2)
  const begun: number[] = []
  const works = Array.from({ length: 5 }, () => Promise.withResolvers<number>())
  const results = works.map(({ promise }, index) => oneOfTwo(() => (begun.push(index), promise)).catch(() => 'failed'))
  await Promise.resolve()
  expect(begun).toEqual([0, 1])
  works[1]?.reject(new Error('broken'))
  await results[1]
  expect(begun).toEqual([0, 1, 2])
  for (const [index, { resolve }] of works.entries()) resolve(index)
  expect(await Promise.all(results)).toEqual([0, 'failed', 2, 3, 4])
  expect(begun).toEqual([0, 1, 2, 3, 4])
})
