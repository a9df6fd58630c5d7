import { useSyncExternalStore } from 'react'

let now = Date.now()
const watchers = new Set<() => void>()
let timer: ReturnType<typeof setInterval> | undefined

const subscribe = (changed: () => void) => {
  watchers.add(changed)
  if (!timer) now = Date.now()
  timer ??= setInterval(() => {
    now = Date.now()
    for (const watcher of watchers) watcher()
  }, 1000)
  return () => {
    watchers.delete(changed)
    if (watchers.size > 0) return
    clearInterval(timer)
    timer = undefined
  }
}

/** The time, updated once a second: one timer for every clock on the page. */
export const useNow = (): number => useSyncExternalStore(subscribe, () => now)
