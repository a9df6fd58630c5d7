import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { ChunkLoadError, loadChunk } from './lazy-page.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

test('a script that does not load is given up after 120 s (specification section 8)', async () => {
  let failure: unknown
  loadChunk(() => new Promise(() => {})).catch((error: unknown) => void (failure = error))
  await vi.advanceTimersByTimeAsync(119_999)
  expect(failure).toBeUndefined()
  await vi.advanceTimersByTimeAsync(1)
  expect(failure).toBeInstanceOf(ChunkLoadError)
})

test('an error in the script itself is not a failure to load it', async () => {
  await expect(loadChunk(() => Promise.reject(new TypeError('x is not a function')))).rejects.toBeInstanceOf(TypeError)
  const missing = new TypeError('Failed to fetch dynamically imported module: /assets/page.js')
  await expect(loadChunk(() => Promise.reject(missing))).rejects.toBeInstanceOf(ChunkLoadError)
})
