import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { refreshIntervalMs, refresher } from './refresher.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => vi.useRealTimers())

test('thirty events in ten seconds: the first is fetched immediately, then no more than twice a second, and the last is not forgotten', async () => {
  const fetched: number[] = []
  const start = Date.now()
  const refresh = refresher(refreshIntervalMs.fast, () => Promise.resolve(fetched.push(Date.now() - start)))
  for (let event = 0; event < 30; event++) {
    refresh(['web/alarmRecord/'])
    await vi.advanceTimersByTimeAsync(333)
  }
  await vi.advanceTimersByTimeAsync(2_000)
  expect(fetched[0]).toBe(0)
  for (const at of fetched) expect(fetched.filter((other) => other >= at && other < at + 1_000).length).toBeLessThanOrEqual(2)
  expect(fetched.at(-1)).toBeGreaterThanOrEqual(29 * 333)
})

test('a slow read is not aborted by the next event and is followed by a rest, and one that never answers delays the others for three seconds at most', async () => {
  const fetched: number[] = []
  const start = Date.now()
  const refresh = refresher(500, () => {
    fetched.push(Date.now() - start)
    return fetched.length === 1 ? new Promise((resolve) => setTimeout(resolve, 800)) : new Promise(() => undefined)
  })
  refresh(['a'])
  await vi.advanceTimersByTimeAsync(600)
  refresh(['a'])
  await vi.advanceTimersByTimeAsync(1_900)
  expect(fetched).toEqual([0, 2_400])
  refresh(['a'])
  await vi.advanceTimersByTimeAsync(4_000)
  expect(fetched.slice(0, 2)).toEqual([0, 2_400])
  expect(fetched[2]).toBeGreaterThanOrEqual(5_400)
  expect(fetched[2]).toBeLessThan(5_500)
})

test('a clock set back by an hour while a read is under way delays nothing', async () => {
  let fetched = 0
  const refresh = refresher(500, () => {
    fetched++
    return new Promise((resolve) => setTimeout(resolve, 100))
  })
  refresh(['a'])
  await vi.advanceTimersByTimeAsync(50)
  vi.setSystemTime(Date.now() - 3_600_000)
  await vi.advanceTimersByTimeAsync(100)
  refresh(['a'])
  await vi.advanceTimersByTimeAsync(1_000)
  expect(fetched).toBe(2)
})
