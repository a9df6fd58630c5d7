import { hash } from 'node:crypto'
import { closeSync, existsSync, mkdirSync, openSync, readFileSync, renameSync, rmSync, writeFileSync, writeSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import type { DatabaseLog } from './database/postgres-server.ts'

/** Thrown instead of doing work again that ended its process too often. */
export class SetAsideError extends Error {
  constructor() {
    super(`set aside: the program died ${crashesUntilSetAside} times while working on it`)
  }
}

export interface Watched {
  /** It ended its process too often, and must not be done. */
  readonly isSetAside: boolean
  /** If a process crashed with it before, it waits here until it can be done alone. */
  readonly ready: Promise<void> | undefined
  /** It is done, well or not. */
  end(): void
}

export interface UnderWay {
  /** Whether the last process crashed a moment ago, or work of it may be the reason. */
  watching(): boolean
  /** Notes that a report is under way, until its end. Undefined while nothing is watched. */
  watch(key: string): Watched | undefined
  /** Does work that may crash the process. @throws SetAside */
  guard<T>(key: string, work: () => Promise<T>): Promise<T>
  /** An error ends the process in order: what is under way now may be the reason. */
  crashing(): void
  /** The process ends in order: nothing of it caused a crash. */
  stop(): void
}

/** How many times a process may crash with the same work under way. Its own kill -9 does not meet the same work that often. */
export const crashesUntilSetAside = 4
export interface Patience {
  /** What may have caused a crash is done alone for so long, so that it is known what did. It may wait for a lock; then the next one begins (ms). */
  readonly aloneMs: number
  /** Nothing waits longer to be done alone. A report during which the process ran for so long waits for the database, and caused nothing (ms). */
  readonly patienceMs: number
  /** How long after a crash everything is watched, and until what was set aside is tried once more (ms). */
  readonly watchedMs: number
}
const usual: Patience = { aloneMs: 1_000, patienceMs: 10_000, watchedMs: 600_000 }

const keyLength = 64
const slotLength = keyLength + 1
const emptySlot = `${' '.repeat(keyLength)}\n`

const readText = (path: string): string => (existsSync(path) ? readFileSync(path, 'utf8') : '')

/**
 * Finds the work that crashes a process. A report, a message or a step that ends its process is not acknowledged, so it would be met again
 * after each start, and no fire would get through. The file of a process exists from its start to its end in order. A process that finds it
 * knows that the last one crashed: it keeps what is under way in fixed places of that file, which survive the process. What was under way at
 * one crash is done alone. What was under way at several is set aside.
 *
 * In normal operation nothing is written.
 * @param name tells processes on one data directory apart
 */
export const createUnderWay = (dataDir: string, name: string, log: DatabaseLog, patience: Partial<Patience> = {}): UnderWay => {
  const { aloneMs, patienceMs, watchedMs } = { ...usual, ...patience }
  const folder = join(dataDir, 'under-way')
  const workFile = join(folder, `${name}.work`)
  const crashesFile = join(folder, `${name}.suspects`)
  /** How many processes crashed with it. */
  const crashesOf = new Map<string, number>()
  const free: number[] = []
  let slots = 0
  let file: number | undefined
  let ended = false
  let until = -Infinity
  let lastAlone: Promise<unknown> = Promise.resolve()
  /** Clears the note of what is done alone now. */
  let leaveSlot = (): void => undefined

  /** A disk that cannot be written to is no reason to stop. */
  const trying = (work: () => void): void => {
    try {
      work()
    } catch (error) {
      log.warn({ err: error }, 'what is under way could not be noted')
    }
  }
  const storeCrashes = (): void =>
    trying(() => {
      writeFileSync(`${crashesFile}.new`, JSON.stringify([...crashesOf]))
      renameSync(`${crashesFile}.new`, crashesFile)
    })
  const readCrashes = (): [string, number][] => {
    try {
      return JSON.parse(readText(crashesFile) || '[]') as [string, number][]
    } catch {
      return []
    }
  }

  trying(() => {
    mkdirSync(folder, { recursive: true, mode: 0o700 })
    if (existsSync(workFile)) {
      until = performance.now() + watchedMs
      for (const [key, crashes] of readCrashes()) crashesOf.set(key, crashes)
      const left = readText(workFile)
        .split('\n')
        .filter((key) => /^[0-9a-f]{64}$/.test(key))
      // A process that is killed in a storm has thousands under way: all of them are done alone now, but only one that was alone already caused it.
      const again = new Set(left.filter((key) => crashesOf.has(key)))
      for (const key of left) if (!again.has(key)) crashesOf.set(key, 1)
      if (again.size === 1) for (const key of again) crashesOf.set(key, (crashesOf.get(key) ?? 0) + 1)
      storeCrashes()
      const setAside = [...crashesOf.values()].filter((crashes) => crashes >= crashesUntilSetAside).length
      log.warn(`the program did not end in order; ${crashesOf.size} things were under way, ${setAside} of them are set aside`)
    }
    file = openSync(workFile, 'w')
  })

  const write = (slot: number, text: string): void => {
    if (!ended && file !== undefined) trying(() => writeSync(file ?? 0, text, slot * slotLength))
  }
  /** Ten minutes without a crash: none of them caused it, and what was set aside is tried once more, alone. Later fires may be the same bytes. */
  const review = (): void => {
    for (const [key, crashes] of crashesOf)
      if (crashes < crashesUntilSetAside) crashesOf.delete(key)
      else crashesOf.set(key, crashesUntilSetAside - 1)
    storeCrashes()
    if (crashesOf.size > 0) until = performance.now() + watchedMs
  }
  const watching = (): boolean => {
    if (file === undefined) return false
    if (crashesOf.size > 0 && performance.now() >= until) review()
    return performance.now() < until
  }
  /** Returns how to end it. */
  const begin = (key: string): (() => void) => {
    const slot = free.pop() ?? slots++
    write(slot, `${key}\n`)
    return () => {
      write(slot, emptySlot)
      free.push(slot)
    }
  }

  const after = (ms: number): Promise<void> => delay(ms, undefined, { ref: false })
  /** @param isReport its sender repeats it, so that it must not be set aside wrongly */
  const watchWork = (work: string, isReport: boolean): Watched | undefined => {
    if (!watching()) return undefined
    const key = hash('sha256', work, 'hex')
    const crashes = crashesOf.get(key) ?? 0
    if (crashes >= crashesUntilSetAside) return { isSetAside: true, ready: undefined, end: () => undefined }
    if (crashes === 0) return { isSetAside: false, ready: undefined, end: once(begin(key)) }
    let leave: (() => void) | undefined
    let isGone = false
    const done = Promise.withResolvers<void>()
    const alone = lastAlone.then(() => {
      if (isGone) return
      leaveSlot()
      leave = leaveSlot = once(begin(key))
      if (isReport) void after(patienceMs).then(leave)
    })
    const tooLate = after(patienceMs).then(() => void (isGone = true))
    lastAlone = alone.then(() => (leave ? Promise.race([done.promise, after(aloneMs)]) : undefined))
    return {
      isSetAside: false,
      ready: Promise.race([alone, tooLate]),
      end: once(() => {
        isGone = true
        leave?.()
        if (!ended && crashesOf.delete(key)) storeCrashes()
        done.resolve()
      }),
    }
  }

  return {
    watching,
    watch: (key) => watchWork(key, true),
    async guard(key, work) {
      const watched = watchWork(key, false)
      if (watched === undefined) return work()
      if (watched.isSetAside) throw new SetAsideError()
      try {
        await watched.ready
        return await work()
      } finally {
        watched.end()
      }
    },
    crashing() {
      ended = true
    },
    stop() {
      if (file === undefined || ended) return
      ended = true
      trying(() => {
        closeSync(file ?? 0)
        rmSync(crashesFile, { force: true })
        rmSync(workFile, { force: true })
      })
    },
  }
}

/** Watches nothing. */
export const unwatched: UnderWay = {
  watching: () => false,
  watch: () => undefined,
  guard: (_key, work) => work(),
  crashing: () => undefined,
  stop: () => undefined,
}

const once = (work: () => void): (() => void) => {
  let isDone = false
  return () => {
    if (isDone) return
    isDone = true
    work()
  }
}
