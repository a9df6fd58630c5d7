import { afterEach, expect, test, vi } from 'vitest'
import { reloadWhenReachable } from './reload-when-reachable.ts'

afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

test('a wall starts anew by itself, but only once its server answers, and not again once it is stopped', async () => {
  vi.useFakeTimers()
  let answer = (): Promise<{ ok: boolean }> => Promise.reject(new TypeError('Failed to fetch'))
  vi.stubGlobal('fetch', () => answer())
  const reload = vi.fn<() => void>()
  reloadWhenReachable(reload, () => 1_000)
  await vi.advanceTimersByTimeAsync(60_000)
  expect(reload).not.toHaveBeenCalled()
  answer = async () => ({ ok: false })
  await vi.advanceTimersByTimeAsync(2_000)
  expect(reload).not.toHaveBeenCalled()
  answer = async () => ({ ok: true })
  await vi.advanceTimersByTimeAsync(1_000)
  expect(reload).toHaveBeenCalledOnce()
  reloadWhenReachable(reload, () => 1_000)()
  await vi.advanceTimersByTimeAsync(5_000)
  expect(reload).toHaveBeenCalledOnce()
})
