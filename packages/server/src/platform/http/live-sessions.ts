import { createHash } from 'node:crypto'

/**
 * Sessions that were alive at their last call. Their calls are rate-limited per session and not per address, so that others
 * behind the same address cannot use up what a duty desk needs to get its alarms.
 */
export const createLiveSessions = (limit: number) => {
  /** Hashes of their tokens, most recently used last. */
  const live = new Set<string>()
  const hashOf = (authorization: string): string => createHash('sha256').update(authorization).digest('base64')
  return {
    /** The key under which such a session is rate-limited. Undefined for other callers. */
    keyOf: (authorization: string | undefined): string | undefined => {
      if (authorization === undefined) return undefined
      const hash = hashOf(authorization)
      return live.has(hash) ? hash : undefined
    },
    /** Records whether the session of a call is alive. */
    note: (authorization: string | undefined, alive: boolean): void => {
      if (authorization === undefined) return
      const hash = hashOf(authorization)
      live.delete(hash)
      if (!alive) return
      live.add(hash)
      const [oldest] = live
      if (live.size > limit && oldest !== undefined) live.delete(oldest)
    },
  }
}
