import { expect, test } from 'vitest'
import { createPatience } from './patience.ts'

const begin = () => {
  let at = 0
  const patience = createPatience(30_000, () => at)
  return { patience, after: (ms: number) => (at += ms) }
}

test('nobody is given up right after a start', () => {
  const { patience, after } = begin()
  expect(patience.look(1_000)).toEqual({ isPatient: true, steppedMs: 0 })
  after(29_000)
  expect(patience.look(30_000).isPatient).toBe(true)
  after(2_000)
  expect(patience.look(32_000)).toEqual({ isPatient: false, steppedMs: 0 })
})

test.each([3_600_000, -3_600_000])('a clock that is set by %i ms is noticed once, and patience begins anew', (step) => {
  const { patience, after } = begin()
  patience.look(0)
  after(60_000)
  expect(patience.look(60_000).isPatient).toBe(false)
  after(1_000)
  expect(patience.look(61_000 + step)).toEqual({ isPatient: true, steppedMs: step })
  after(31_000)
  expect(patience.look(92_000 + step)).toEqual({ isPatient: false, steppedMs: 0 })
})

test('a slow look is no step of the clock, and a failure begins patience anew', () => {
  const { patience, after } = begin()
  patience.look(0)
  after(600_000)
  expect(patience.look(601_000)).toEqual({ isPatient: false, steppedMs: 0 })
  patience.renew()
  after(1_000)
  expect(patience.look(602_000).isPatient).toBe(true)
})
