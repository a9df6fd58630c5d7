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

test('a wall that is stopped while its server is asked does not start anew', async () => {
  vi.useFakeTimers()
  const reload = vi.fn<() => void>()
  const { promise, resolve } = Promise.withResolvers<{ ok: boolean }>()
  vi.stubGlobal('fetch', () => promise)
  const stop = reloadWhenReachable(reload, () => 1_000)
  await vi.advanceTimersByTimeAsync(1_000)
  stop()
  resolve({ ok: true })
  await vi.advanceTimersByTimeAsync(5_000)
  expect(reload).not.toHaveBeenCalled()
})

test('a server that hangs is asked again', async () => {
  vi.useFakeTimers()
  const timeout = vi.spyOn(AbortSignal, 'timeout').mockImplementation((ms) => {
    const controller = new AbortController()
    setTimeout(() => controller.abort(), ms)
    return controller.signal
  })
  const asked = vi.fn<(url: string, init: RequestInit) => Promise<never>>((_url, { signal }) => {
    const { promise, reject } = Promise.withResolvers<never>()
    signal?.addEventListener('abort', () => reject(new DOMException('late', 'TimeoutError')))
    return promise
  })
  vi.stubGlobal('fetch', asked)
  const stop = reloadWhenReachable(
    () => undefined,
    () => 1_000,
  )
  await vi.advanceTimersByTimeAsync(13_000)
  expect(asked).toHaveBeenCalledTimes(2)
  stop()
  timeout.mockRestore()
})
