import { statfs } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import type { DatabaseLog } from './database/postgres-server.ts'
import { codeOf } from './startup-error.ts'

/** `low`: soon files will be refused. `full`: they are, and what is left is for the database. `unknown`: the disk does not answer. */
export type DiskState = 'ok' | 'low' | 'full' | 'unknown'

export interface DiskWatch {
  /** Resolves after the first look. */
  start(): Promise<void>
  stop(): void
  state(): DiskState
  /** What is free on the fullest of our disks (bytes). */
  free(): number
}

/** The write-ahead log may grow by 2 GB, and fires must still have room for themselves. On a small disk a tenth. */
const reserveBytes = 4 * 2 ** 30
const reserveOf = (total: number): number => Math.min(reserveBytes, total / 10)

const everyMs = 5_000
/** If it takes longer to look, the disk does not answer: one over a network may hang for ever. */
const hangsMs = 30_000

interface Space {
  readonly free: number
  readonly total: number
}

/** Of the disk that holds `path`. Undefined if there is none, or the file system does not know. */
export const spaceOf = async (path: string): Promise<Space | undefined> => {
  const { bavail, blocks, bsize } = await statfs(path).catch(() => ({ bavail: 0, blocks: 0, bsize: 0 }))
  return blocks > 0 ? { free: bavail * bsize, total: blocks * bsize } : undefined
}

const stateOf = ({ free, total }: Space): DiskState =>
  free < reserveOf(total) ? 'full' : free < 2 * reserveOf(total) ? 'low' : 'ok'

/** @throws an error with the code ENOSPC, as a disk without any space does, if nothing but the database may write there. */
export const assertSpare = async (path: string): Promise<void> => {
  const space = await spaceOf(path)
  if (space !== undefined && stateOf(space) === 'full')
    throw Object.assign(new Error('the disk is nearly full: what is left is kept for the database'), { code: 'ENOSPC' })
}

/** Whether `bytes` more fit on the disk besides what is kept for the database. */
export const hasRoomFor = async (path: string, bytes: number): Promise<boolean> => {
  const space = await spaceOf(path)
  return space === undefined || stateOf({ ...space, free: space.free - bytes }) !== 'full'
}

export const isDiskFull = (error: unknown): boolean => codeOf(error) === 'ENOSPC'

/**
 * Looks at the disks of the data directory every few seconds: a full one stops the database, and with it every fire.
 * @param lookAt tells the space of the disk that holds a path
 */
export const createDiskWatch = (dataDir: string, log: DatabaseLog, lookAt = spaceOf): DiskWatch => {
  const places = [dataDir, join(dataDir, 'files'), join(dataDir, 'postgres')]
  let timer: NodeJS.Timeout | undefined
  let state: DiskState = 'ok'
  let free = 0

  let since: number | undefined

  const look = async (): Promise<void> => {
    // One after the other, and never twice at once: each may block one of the few threads with which names are looked up as well.
    if (since !== undefined) return
    since = performance.now()
    try {
      const spaces: Space[] = []
      for (const place of places) {
        const space = await lookAt(place)
        if (space) spaces.push(space)
      }
      // A disk that no longer answers is not one with room.
      if (spaces.length === 0) return void (state = 'unknown')
      const states = spaces.map(stateOf)
      const found = states.includes('full') ? 'full' : states.includes('low') ? 'low' : 'ok'
      free = Math.min(...spaces.map((space) => space.free))
      if (found !== state && found !== 'ok') log.warn(`the disk is nearly full: ${Math.round(free / 2 ** 20)} MB are left`)
      state = found
    } finally {
      since = undefined
    }
  }
  const hangs = (): boolean => since !== undefined && performance.now() - since > hangsMs
  return {
    async start() {
      // A disk that hangs is no reason not to start.
      await Promise.race([look(), delay(everyMs, undefined, { ref: false })])
      timer ??= setInterval(() => void look(), everyMs)
    },
    stop: () => clearInterval(timer),
    state: () => (hangs() ? 'unknown' : state),
    free: () => free,
  }
}
