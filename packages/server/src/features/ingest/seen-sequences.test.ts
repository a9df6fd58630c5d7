import { expect, test } from 'vitest'
import { SeenSequences } from './seen-sequences.ts'

const roundTrip = (seen: SeenSequences) => SeenSequences.decode(seen.encode())

test('numbers in any order are each new once, as a plain set says, also after storing', () => {
  let state = 7
  const random = () => (state = (state * 48_271) % 2_147_483_647) / 2_147_483_647
  let seen = new SeenSequences()
  const truth = new Set<number>()
  for (let step = 0; step < 5000; step++) {
    const number = Math.floor(random() * 800)
    expect(seen.add(number)).toBe(!truth.has(number))
    truth.add(number)
    if (step % 500 === 0) seen = roundTrip(seen)
  }
  expect(seen.highest).toBe(Math.max(...truth))
})

test('a run takes 16 bytes, whatever its length, and gaps close', () => {
  const seen = new SeenSequences()
  for (let number = 1; number <= 10_000; number += 2) if (number < 1000) seen.add(number)
  for (let number = 2; number < 1000; number += 2) seen.add(number)
  for (let number = 1000; number < 5000; number++) seen.add(number)
  expect(seen.encode().byteLength).toBe(16)
  expect(roundTrip(seen).highest).toBe(4999)
  expect(roundTrip(seen).add(4999)).toBe(false)
})

test('the largest exact number and nothing at all survive storing', () => {
  const seen = new SeenSequences()
  expect(roundTrip(seen).highest).toBe(-1)
  seen.add(Number.MAX_SAFE_INTEGER)
  seen.add(0)
  const stored = roundTrip(seen)
  expect(stored.highest).toBe(Number.MAX_SAFE_INTEGER)
  expect([stored.add(Number.MAX_SAFE_INTEGER), stored.add(0), stored.add(1)]).toEqual([false, false, true])
})

test('memory is bounded: the oldest gaps are forgotten and count as new', () => {
  const seen = new SeenSequences()
  for (let number = 0; number < 10_000; number += 2) seen.add(number)
  expect(seen.encode().byteLength).toBe(1024 * 16)
  expect(seen.add(0)).toBe(true)
  expect(seen.add(9998)).toBe(false)
})
