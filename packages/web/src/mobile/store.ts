import { createStore, del, delMany, entries, get, keys, set, update } from 'idb-keyval'
import { noteUnkept } from '../storage.ts'

/**
 * What the phone stores, by key. Keys start with the kind of content: `step/`, `photo/`, `sent-photo/` (ids only), `order/`,
 * `list/`, `draft/`, `sealed/` and its keys.
 */
const kept = createStore('emberwatch-phone', 'kept')
/** What the phone cannot store, because its storage is blocked or full: it lasts as long as the page, which says so. */
const memory = new Map<string, unknown>()

/** Some browsers never answer when their storage is broken (ms). */
const answerWithin = 5_000
let opening: Promise<boolean> | undefined

const open = async (): Promise<boolean> => {
  const silent = new Promise<boolean>((resolve) => setTimeout(() => resolve(false), answerWithin))
  const answered = keys(kept).then(
    () => true,
    () => false,
  )
  const isOpen = await Promise.race([answered, silent])
  if (!isOpen) noteUnkept()
  return isOpen
}
/** Whether the phone has storage at all: decided once, so that nothing is read from one place and written to another. */
const isOpen = (): Promise<boolean> => (opening ??= open())

export const read = async <T>(key: string): Promise<T | undefined> =>
  !memory.has(key) && (await isOpen()) ? get<T>(key, kept) : (memory.get(key) as T | undefined)

export const write = async (key: string, value: unknown): Promise<void> => {
  try {
    if (await isOpen()) {
      await set(key, value, kept)
      memory.delete(key)
      return
    }
  } catch {
    // Full.
    noteUnkept()
  }
  memory.set(key, value)
}

/** Changes a value in one transaction, so that no other tab can interfere. */
export const change = async <T>(key: string, next: (old: T | undefined) => T): Promise<void> => {
  if (!memory.has(key) && (await isOpen())) {
    try {
      return await update<T>(key, next, kept)
    } catch {
      // Full. What is stored can still be read.
    }
  }
  await write(key, next(await read<T>(key)))
}

export const remove = async (key: string): Promise<void> => removeAll([key])

export const removeAll = async (several: readonly string[]): Promise<void> => {
  for (const key of several) memory.delete(key)
  if (await isOpen()) await (several.length === 1 ? del(several[0] ?? '', kept) : delMany([...several], kept))
}

export const keysUnder = async (prefix: string): Promise<string[]> => {
  const stored = (await isOpen()) ? await keys<string>(kept) : []
  return [...new Set([...stored, ...memory.keys()])].filter((key) => key.startsWith(prefix))
}

export const entriesUnder = async <T>(prefix: string): Promise<(readonly [string, T])[]> => {
  const stored = (await isOpen()) ? await entries<string, T>(kept) : []
  return [...new Map([...stored, ...(memory as Map<string, T>)])].filter(([key]) => key.startsWith(prefix))
}

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
