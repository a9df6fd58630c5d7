import { readFileSync } from 'node:fs'
import { readdir } from 'node:fs/promises'
import type { DatabaseLog } from './database/postgres-server.ts'
import { codeOf } from './startup-error.ts'

/** `short`: soon no gateway can connect. */
export type OpenFilesState = 'ok' | 'short'

export interface OpenFilesWatch {
  /** Resolves after the first look. */
  start(): Promise<void>
  stop(): void
  state(): OpenFilesState
}

const everyMs = 5_000
/** From this share on it is said. */
const shortAt = 0.8

/** How many files and connections this process may have open. Infinity where the system does not say. */
export const openFileLimit = (limits = '/proc/self/limits'): number => {
  try {
    return Number(/^Max open files\s+(\d+)/m.exec(readFileSync(limits, 'utf8'))?.[1] ?? Infinity)
  } catch {
    return Infinity
  }
}

const countOpen = async (): Promise<number> => (await readdir('/proc/self/fd')).length

/** Watches how many descriptors are left: without one, a connection is accepted and closed at once, and nothing tells of it. */
export const createOpenFilesWatch = (log: DatabaseLog, limit = openFileLimit(), count = countOpen): OpenFilesWatch => {
  let timer: NodeJS.Timeout | undefined
  let state: OpenFilesState = 'ok'
  const look = async (): Promise<void> => {
    const open = await count().catch((error: unknown) => (/^E[MN]FILE$/.test(codeOf(error) ?? '') ? limit : 0))
    const found = open >= limit * shortAt ? 'short' : 'ok'
    if (found === 'short' && state === 'ok')
      log.warn(
        `${open} of ${limit} files and connections are open: raise the limit (ulimit -n, LimitNOFILE), or find out who holds them`,
      )
    state = found
  }
  return {
    async start() {
      if (limit === Infinity) return
      await look()
      timer ??= setInterval(() => void look(), everyMs)
    },
    stop: () => clearInterval(timer),
    state: () => state,
  }
}
