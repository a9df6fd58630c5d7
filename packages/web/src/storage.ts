import { create } from 'zustand'

/** Whether this browser refused to keep something, because its storage is blocked or full: it lasts only as long as the page. */
export const useUnkept = create<{ unkept: boolean }>(() => ({ unkept: false }))

export const noteUnkept = (): void => useUnkept.setState({ unkept: true })

export interface Shelf extends Pick<Storage, 'getItem' | 'setItem' | 'removeItem'> {
  /** Whether an event of the browser is about this storage. */
  readonly isOf: (area: Storage | null) => boolean
}

/** A storage of the browser, with memory behind it. Nothing throws: a browser without storage still shows alarms. */
const shelfOf = (open: () => Storage | null | undefined): Shelf => {
  const memory = new Map<string, string>()
  const attempt = <T>(work: (storage: Storage) => T): { done: T } | undefined => {
    try {
      // Blocked storage throws when it is touched; some web views have none.
      const storage = open()
      if (storage) return { done: work(storage) }
    } catch {
      // As without storage.
    }
    return undefined
  }
  /** The browser holds it again, so memory no longer counts. */
  const changedElsewhere = ({ key, storageArea }: StorageEvent): void => {
    if (!attempt((storage) => storage === storageArea)?.done) return
    if (key === null) memory.clear()
    else memory.delete(key)
  }
  ;(globalThis as { addEventListener?: typeof addEventListener }).addEventListener?.('storage', changedElsewhere)
  return {
    getItem(key) {
      const kept = memory.get(key)
      if (kept !== undefined) return kept
      const read = attempt((storage) => storage.getItem(key))
      if (!read) noteUnkept()
      return read?.done ?? null
    },
    setItem(key, value) {
      if (attempt((storage) => storage.setItem(key, value))) return void memory.delete(key)
      noteUnkept()
      memory.set(key, value)
      // An older value must not come back with the next reload.
      attempt((storage) => storage.removeItem(key))
    },
    removeItem(key) {
      memory.delete(key)
      attempt((storage) => storage.removeItem(key))
    },
    isOf: (area) => attempt((storage) => storage === area)?.done ?? false,
  }
}

/** What this browser keeps. */
export const browserStore = shelfOf(() => globalThis.localStorage)
/** What this window keeps. */
export const windowStore = shelfOf(() => globalThis.sessionStorage)
