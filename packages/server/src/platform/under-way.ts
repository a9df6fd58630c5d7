import { hash } from 'node:crypto'
import { closeSync, existsSync, mkdirSync, openSync, readFileSync, renameSync, rmSync, writeFileSync, writeSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import type { DatabaseLog } from './database/postgres-server.ts'

/** Thrown instead of doing work again that ended its process too often. */
export class SetAside extends Error {
  constructor() {
    super(`set aside: the program died ${deathsUntilAside} times while working on it`)
  }
}

export interface Watched {
  /** It ended its process too often, and must not be done. */
  readonly aside: boolean
  /** If the process died with it before, it waits here for the others of which that is true. */
  readonly turn: Promise<void> | undefined
  /** It is done, well or not. */
  end(): void
}

export interface UnderWay {
  /** Whether the last process died a moment ago, or work of it is suspected. */
  watching(): boolean
  /** Notes that a report is under way, until its end. Undefined while nothing is watched. */
  watch(key: string): Watched | undefined
  /** Does work that may be what the process dies of. @throws SetAside */
  guard<T>(key: string, work: () => Promise<T>): Promise<T>
  /** An error ends the process in order: what is under way now is suspected of it. */
  crashing(): void
  /** The process ends in order: nothing is suspected any more. */
  stop(): void
}

/** How many times a process may die with the same work under way. Its own kill -9 does not meet the same work that often. */
export const deathsUntilAside = 4
export interface Patience {
  /** Suspected work is done alone, so that it is known what the process died of. It may wait for a lock; then it is the next one's turn (ms). */
  readonly turnMs: number
  /** Nothing waits longer for its turn. A report with which the process lived for so long waits for the database, and is innocent (ms). */
  readonly patienceMs: number
  /** How long after a death everything is watched, and until what was set aside is tried once more (ms). */
  readonly watchedMs: number
}
const usual: Patience = { turnMs: 1_000, patienceMs: 10_000, watchedMs: 600_000 }

const keyLength = 64
const slotLength = keyLength + 1
const emptySlot = `${' '.repeat(keyLength)}\n`

const readText = (path: string): string => (existsSync(path) ? readFileSync(path, 'utf8') : '')

/**
 * Finds the work that a process dies of. A report, a message or a step that ends its process is not acknowledged, so it would be met again
 * after each start, and nobody's fires would get through. The file of a process exists from its start to its end in order. Whoever finds it
 * knows that the last one died: it keeps what is under way in fixed places of that file, which survive the process. What was under way at
 * one death is suspected: it is done alone. What was under way at several is set aside.
 *
 * In normal operation nothing is written.
 * @param name tells processes on one data directory apart
 */
export const createUnderWay = (dataDir: string, name: string, log: DatabaseLog, patience: Partial<Patience> = {}): UnderWay => {
  const { turnMs, patienceMs, watchedMs } = { ...usual, ...patience }
  const folder = join(dataDir, 'under-way')
  const workFile = join(folder, `${name}.work`)
  const suspectsFile = join(folder, `${name}.suspects`)
  /** How many processes died with it. */
  const suspects = new Map<string, number>()
  const free: number[] = []
  let slots = 0
  let file: number | undefined
  let ended = false
  let until = -Infinity
  let lastTurn: Promise<unknown> = Promise.resolve()
  /** Clears the note of whoever has its turn. */
  let acquit = (): void => undefined

  /** A disk that cannot be written to is no reason to stop. */
  const trying = (work: () => void): void => {
    try {
      work()
    } catch (error) {
      log.warn({ err: error }, 'what is under way could not be noted')
    }
  }
  const storeSuspects = (): void =>
    trying(() => {
      writeFileSync(`${suspectsFile}.new`, JSON.stringify([...suspects]))
      renameSync(`${suspectsFile}.new`, suspectsFile)
    })
  const readSuspects = (): [string, number][] => {
    try {
      return JSON.parse(readText(suspectsFile) || '[]') as [string, number][]
    } catch {
      return []
    }
  }

  trying(() => {
    mkdirSync(folder, { recursive: true, mode: 0o700 })
    if (existsSync(workFile)) {
      until = performance.now() + watchedMs
      for (const [key, deaths] of readSuspects()) suspects.set(key, deaths)
      const left = readText(workFile)
        .split('\n')
        .filter((key) => /^[0-9a-f]{64}$/.test(key))
      // Whoever is killed in a storm dies with thousands under way: that makes them suspected, but only one that was alone did it.
      const again = new Set(left.filter((key) => suspects.has(key)))
      for (const key of left) if (!again.has(key)) suspects.set(key, 1)
      if (again.size === 1) for (const key of again) suspects.set(key, (suspects.get(key) ?? 0) + 1)
      storeSuspects()
      const aside = [...suspects.values()].filter((deaths) => deaths >= deathsUntilAside).length
      log.warn(`the program did not end in order; ${suspects.size} things were under way, ${aside} of them are set aside`)
    }
    file = openSync(workFile, 'w')
  })

  const write = (slot: number, text: string): void => {
    if (!ended && file !== undefined) trying(() => writeSync(file ?? 0, text, slot * slotLength))
  }
  /** Ten minutes without a death: the suspected are innocent, and what was set aside is tried once more, alone. Later fires may be the same bytes. */
  const review = (): void => {
    for (const [key, deaths] of suspects)
      if (deaths < deathsUntilAside) suspects.delete(key)
      else suspects.set(key, deathsUntilAside - 1)
    storeSuspects()
    if (suspects.size > 0) until = performance.now() + watchedMs
  }
  const watching = (): boolean => {
    if (file === undefined) return false
    if (suspects.size > 0 && performance.now() >= until) review()
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
    const deaths = suspects.get(key) ?? 0
    if (deaths >= deathsUntilAside) return { aside: true, turn: undefined, end: () => undefined }
    if (deaths === 0) return { aside: false, turn: undefined, end: once(begin(key)) }
    let leave: (() => void) | undefined
    let isGone = false
    const done = Promise.withResolvers<void>()
    const mine = lastTurn.then(() => {
      if (isGone) return
      acquit()
      leave = acquit = once(begin(key))
      if (isReport) void after(patienceMs).then(leave)
    })
    const impatient = after(patienceMs).then(() => void (isGone = true))
    lastTurn = mine.then(() => (leave ? Promise.race([done.promise, after(turnMs)]) : undefined))
    return {
      aside: false,
      turn: Promise.race([mine, impatient]),
      end: once(() => {
        isGone = true
        leave?.()
        if (!ended && suspects.delete(key)) storeSuspects()
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
      if (watched.aside) throw new SetAside()
      try {
        await watched.turn
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
        rmSync(suspectsFile, { force: true })
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
