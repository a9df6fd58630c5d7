import { createStore, del, delMany, entries, get, keys, set, update } from 'idb-keyval'

/**
 * What the phone stores, by key. Keys start with the kind of content: `step/`, `photo/`, `sent-photo/` (ids only), `order/`,
 * `list/`, `draft/`, `sealed/` and its keys.
 */
const kept = createStore('emberwatch-phone', 'kept')

export const read = <T>(key: string): Promise<T | undefined> => get<T>(key, kept)
export const write = (key: string, value: unknown): Promise<void> => set(key, value, kept)
/** Changes a value in one transaction, so that no other tab can interfere. */
export const change = <T>(key: string, next: (old: T | undefined) => T): Promise<void> => update<T>(key, next, kept)
export const remove = (key: string): Promise<void> => del(key, kept)
export const removeAll = (several: readonly string[]): Promise<void> => delMany([...several], kept)

export const keysUnder = async (prefix: string): Promise<string[]> =>
  (await keys<string>(kept)).filter((key) => key.startsWith(prefix))

export const entriesUnder = async <T>(prefix: string): Promise<(readonly [string, T])[]> =>
  (await entries<string, T>(kept)).filter(([key]) => key.startsWith(prefix))

/** A UUID that also works without https, which `crypto.randomUUID` requires. */
export const newId = (): string => {
  const bytes = crypto.getRandomValues(new Uint8Array(16))
  bytes[6] = ((bytes[6] ?? 0) & 0x0f) | 0x40
  bytes[8] = ((bytes[8] ?? 0) & 0x3f) | 0x80
  const hex = [...bytes].map((byte) => byte.toString(16).padStart(2, '0')).join('')
  return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20)].join('-')
}

/** The browser may delete stored data when the phone is full, unless asked not to. */
export const keepForGood = (): void => void navigator.storage?.persist?.().catch(() => false)
