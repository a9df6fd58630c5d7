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

test('a slow read is not aborted by the next event, and one that never answers delays the others for three seconds at most', async () => {
  const fetched: number[] = []
  const start = Date.now()
  const refresh = refresher(500, () => {
    fetched.push(Date.now() - start)
    return fetched.length === 1 ? new Promise((resolve) => setTimeout(resolve, 1_500)) : new Promise(() => undefined)
  })
  refresh(['a'])
  await vi.advanceTimersByTimeAsync(600)
  refresh(['a'])
  await vi.advanceTimersByTimeAsync(1_000)
  expect(fetched).toEqual([0, 1_500])
  refresh(['a'])
  await vi.advanceTimersByTimeAsync(4_000)
  expect(fetched).toEqual([0, 1_500, 4_500])
})
