import { expect, test } from 'vitest'
import { DatabaseClock } from './database-clock.ts'

/** A process whose own clock is off by so much, and the database it asks. */
const process = (offMs: number) => {
  let monotonic = 5_000
  let database = Date.parse('2026-11-27T12:00:00Z')
  const clock = new DatabaseClock(
    () => monotonic,
    () => database + offMs,
  )
  return {
    clock,
    pass: (ms: number) => {
      monotonic += ms
      database += ms
    },
    setDatabase: (ms: number) => (database += ms),
    read: (there = 1, back = 1) =>
      clock.read(() => {
        monotonic += there
        database += there
        const at = database
        monotonic += back
        database += back
        return Promise.resolve(at)
      }),
    errorMs: () => clock.now().getTime() - database,
  }
}

test.each([-3_600_000, -300_000, -10_000, 0, 10_000, 3_600_000])(
  'a process whose clock is off by %d ms has the database’s time, and knows by how much it is off',
  async (offMs) => {
    const one = process(offMs)
    await one.read()
    one.pass(60_000)
    expect(Math.abs(one.errorMs())).toBeLessThan(1)
    expect(one.clock.offsetMs).toBe(offMs)
  },
)

test('a slow answer does not spoil what fast ones have shown, and time never runs backwards', async () => {
  const one = process(0)
  await one.read()
  let latest = one.clock.now().getTime()
  for (const [there, back] of [
    [400, 0],
    [0, 400],
    [1, 1],
    [30, 200],
  ] as const) {
    await one.read(there, back)
    const now = one.clock.now().getTime()
    expect(Math.abs(one.errorMs())).toBeLessThan(2)
    expect(now).toBeGreaterThanOrEqual(latest)
    latest = now
  }
})

test.each([-3_600_000, -2_000, 2_000, 3_600_000])(
  'a database whose clock is set by %d ms is followed at the next reading',
  async (ms) => {
    const one = process(0)
    await one.read()
    one.setDatabase(ms)
    await one.read()
    expect(Math.abs(one.errorMs())).toBeLessThan(2)
  },
)

test('while the database is away, time goes on', async () => {
  const one = process(-10_000)
  await one.read()
  one.pass(3_600_000)
  await expect(one.clock.read(() => Promise.reject(new Error('away')))).rejects.toThrow('away')
  expect(Math.abs(one.errorMs())).toBeLessThan(1)
})
