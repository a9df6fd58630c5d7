import { expect, test } from 'vitest'
import { createGracePeriod } from './grace-period.ts'

const begin = () => {
  let at = 0
  const grace = createGracePeriod(30_000, () => at)
  return { grace, after: (ms: number) => (at += ms) }
}

test('nobody is given up right after a start', () => {
  const { grace, after } = begin()
  expect(grace.look(1_000)).toEqual({ inGrace: true, steppedMs: 0 })
  after(29_000)
  expect(grace.look(30_000).inGrace).toBe(true)
  after(2_000)
  expect(grace.look(32_000)).toEqual({ inGrace: false, steppedMs: 0 })
})

test.each([3_600_000, -3_600_000])('a clock set by %i ms is noticed once, and the grace period restarts', (step) => {
  const { grace, after } = begin()
  grace.look(0)
  after(60_000)
  expect(grace.look(60_000).inGrace).toBe(false)
  after(1_000)
  expect(grace.look(61_000 + step)).toEqual({ inGrace: true, steppedMs: step })
  after(31_000)
  expect(grace.look(92_000 + step)).toEqual({ inGrace: false, steppedMs: 0 })
})

test('a slow look is not a clock change, and a failure restarts the grace period', () => {
  const { grace, after } = begin()
  grace.look(0)
  after(600_000)
  expect(grace.look(601_000)).toEqual({ inGrace: false, steppedMs: 0 })
  grace.renew()
  after(1_000)
  expect(grace.look(602_000).inGrace).toBe(true)
})
