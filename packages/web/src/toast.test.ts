import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { toast, useToasts } from './toast.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => {
  vi.runAllTimers()
  vi.useRealTimers()
})

const shown = () => useToasts.getState().shown.map(({ kind, text }) => `${kind} ${text}`)

test.each([
  ['error', 4_000],
  ['warning', 3_000],
  ['success', 3_000],
] as const)('a toast of the kind %s stays for %i ms (specification section 8)', (kind, ms) => {
  toast[kind]('word')
  vi.advanceTimersByTime(ms - 1)
  expect(shown()).toEqual([`${kind} word`])
  vi.advanceTimersByTime(1)
  expect(shown()).toEqual([])
})

test('the same text is not shown twice at once', () => {
  toast.error('again')
  toast.error('again')
  expect(shown()).toEqual(['error again'])
})
