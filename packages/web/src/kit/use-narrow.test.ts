import { afterEach, beforeEach, expect, test, vi } from 'vitest'

/** The functions that the hook passes to React. */
let store: { subscribe: (changed: () => void) => () => void; read: () => boolean }
vi.mock('react', () => ({
  useSyncExternalStore: (subscribe: (changed: () => void) => () => void, read: () => boolean) => {
    store = { subscribe, read }
    return read()
  },
}))

const target = new EventTarget()
beforeEach(() => {
  vi.useFakeTimers()
  vi.stubGlobal('addEventListener', target.addEventListener.bind(target))
  vi.stubGlobal('removeEventListener', target.removeEventListener.bind(target))
  vi.stubGlobal('innerWidth', 992)
})
afterEach(() => {
  vi.unstubAllGlobals()
  vi.useRealTimers()
})

test('resizing is looked at once in 400 ms, and 992 is not narrower than 992 (specification section 9)', async () => {
  const { useNarrow } = await import('./use-narrow.ts')
  const { limits } = await import('@emberwatch/contract')
  expect(useNarrow(limits.menuCollapseBelow)).toBe(false)
  const changed = vi.fn<() => void>()
  const stop = store.subscribe(changed)
  vi.stubGlobal('innerWidth', 991)
  for (let i = 0; i < 20; i++) {
    target.dispatchEvent(new Event('resize'))
    vi.advanceTimersByTime(i === 0 ? 0 : 10)
  }
  vi.advanceTimersByTime(399 - 190)
  expect(changed).not.toHaveBeenCalled()
  vi.advanceTimersByTime(1)
  expect(changed).toHaveBeenCalledTimes(1)
  expect(store.read()).toBe(true)
  stop()
  target.dispatchEvent(new Event('resize'))
  vi.advanceTimersByTime(1_000)
  expect(changed).toHaveBeenCalledTimes(1)
})
