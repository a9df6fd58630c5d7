import { beforeEach, expect, test, vi } from 'vitest'

/** A stand-in for the browser's database, as slow as the test needs it. */
const kept = vi.hoisted(() => ({ values: new Map<string, unknown>(), gate: Promise.resolve() }))
vi.mock('idb-keyval', () => ({
  createStore: () => undefined,
  get: async (key: string) => kept.values.get(key),
  set: async (key: string, value: unknown) => void kept.values.set(key, value),
  entries: async () => {
    const entries = [...kept.values]
    await kept.gate
    return entries
  },
  keys: async () => [...kept.values.keys()],
}))
vi.stubGlobal('localStorage', { getItem: () => null, setItem: () => undefined, removeItem: () => undefined })
vi.stubGlobal('addEventListener', () => undefined)
vi.stubGlobal('document', { baseURI: 'http://127.0.0.1/m/', documentElement: {}, addEventListener: () => undefined })

const { loadKept, useOrders } = await import('./orders.ts')

beforeEach(() => {
  kept.values.clear()
  useOrders.setState({ rows: null, at: null, details: new Map() })
})

test('an answer that arrives while the phone is still reading its storage is not undone', async () => {
  const { promise, resolve } = Promise.withResolvers<void>()
  kept.gate = promise
  const loading = loadKept(7)
  await Promise.resolve()
  // As a refresh does it: stored first, then shown.
  const at = '2026-11-24T08:00:00.000Z'
  kept.values.set('list/7', { rows: [], at })
  useOrders.setState({ rows: [], at })
  resolve()
  await loading
  expect(useOrders.getState()).toMatchObject({ rows: [], at })
})

test('without an answer, the stored orders are shown', async () => {
  kept.gate = Promise.resolve()
  kept.values.set('list/7', { rows: [], at: '2026-11-23T08:00:00.000Z' })
  await loadKept(7)
  expect(useOrders.getState()).toMatchObject({ rows: [], at: '2026-11-23T08:00:00.000Z' })
})
