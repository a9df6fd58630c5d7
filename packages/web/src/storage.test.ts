import { beforeEach, expect, test, vi } from 'vitest'

beforeEach(() => {
  vi.resetModules()
  vi.unstubAllGlobals()
})

const blocked = () => {
  throw new DOMException('The operation is insecure.', 'SecurityError')
}
const withStorage = async (get: () => unknown) => {
  Object.defineProperty(globalThis, 'localStorage', { get, configurable: true })
  return import('./storage.ts')
}

test.each([
  ['blocked', blocked],
  ['missing', () => undefined],
  ['null, as in some web views', () => null],
])('with storage that is %s, values last as long as the page, and it is said', async (_, get) => {
  const { browserStore, useUnkept } = await withStorage(get)
  expect(browserStore.getItem('ew.token')).toBeNull()
  expect(useUnkept.getState().unkept).toBe(true)
  browserStore.setItem('ew.token', 'abc')
  expect(browserStore.getItem('ew.token')).toBe('abc')
  browserStore.removeItem('ew.token')
  expect(browserStore.getItem('ew.token')).toBeNull()
})

test('with full storage, the newest value counts, and the older one does not come back', async () => {
  const stored = new Map([['ew.token', 'old']])
  let full = true
  const storage = {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, value: string) => {
      if (full) throw new DOMException('full', 'QuotaExceededError')
      stored.set(key, value)
    },
    removeItem: (key: string) => void stored.delete(key),
  }
  const { browserStore, useUnkept } = await withStorage(() => storage)
  expect(browserStore.getItem('ew.token')).toBe('old')
  expect(useUnkept.getState().unkept).toBe(false)
  browserStore.setItem('ew.token', 'new')
  expect([browserStore.getItem('ew.token'), stored.get('ew.token'), useUnkept.getState().unkept]).toEqual([
    'new',
    undefined,
    true,
  ])
  full = false
  browserStore.setItem('ew.token', 'newest')
  expect([browserStore.getItem('ew.token'), stored.get('ew.token')]).toEqual(['newest', 'newest'])
})

test('nothing but the storage modules touches the storage of the browser', () => {
  const sources = import.meta.glob<string>(['./**/*.{ts,tsx}', '!./**/*.test.*'], {
    query: '?raw',
    import: 'default',
    eager: true,
  })
  const touching = Object.entries(sources).filter(([, text]) =>
    /\b(localStorage|sessionStorage|indexedDB|idb-keyval)\b/.test(text),
  )
  expect(touching.map(([path]) => path)).toEqual(['./mobile/store.ts', './storage.ts'])
})
