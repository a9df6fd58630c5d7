import { setTimeout as delay } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { createPump } from './pump.ts'

const stand = (fill: (round: number, asked: string) => Promise<boolean>, stopping = new AbortController()) => {
  const [asked, failures, ended]: [string[], unknown[], number[]] = [[], [], []]
  const pump = createPump({
    fill: (word: string) => fill(asked.push(word), word),
    stopping: stopping.signal,
    failed: (error) => failures.push(error),
    ended: () => ended.push(asked.length),
  })
  return { pump, asked, failures, ended }
}

test('goes on while there may be more', async () => {
  const { pump, asked, ended } = stand(async (round) => round < 3)
  await pump('a')
  expect(asked).toEqual(['a', 'a', 'a'])
  expect(ended).toEqual([3])
})

test('never runs twice at once: calls meanwhile make it look once more', async () => {
  const { pump, asked } = stand(async () => {
    await delay(10)
    return false
  })
  const first = pump('a')
  await Promise.all([pump('b'), pump('c')])
  await first
  expect(asked).toEqual(['a', 'a'])
})

test('a failure is reported and ends it; the next call begins anew', async () => {
  const { pump, asked, failures, ended } = stand(async (round) => {
    if (round === 1) throw new Error('away')
    return false
  })
  await pump('a')
  await pump('b')
  expect(asked).toEqual(['a', 'b'])
  expect(failures).toHaveLength(1)
  expect(ended).toEqual([1, 2])
})

test('claims nothing more once the program stops', async () => {
  const stopping = new AbortController()
  const { pump, asked } = stand(async (round) => {
    if (round === 2) stopping.abort()
    return true
  }, stopping)
  await pump('a')
  expect(asked).toEqual(['a', 'a'])
})
