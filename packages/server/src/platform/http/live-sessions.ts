import { createHash } from 'node:crypto'

/**
 * Sessions whose last call found them alive. Their calls are counted for themselves and not for their address: whoever else sits behind it, strangers
 * among them, cannot use up what a duty desk needs to hear of a fire.
 */
export const createLiveSessions = (most: number) => {
  /** By the hash of what they show, the latest last. */
  const live = new Set<string>()
  const hashOf = (authorization: string): string => createHash('sha256').update(authorization).digest('base64')
  return {
    /** What such a session is counted under; undefined for whoever else calls. */
    keyOf: (authorization: string | undefined): string | undefined => {
      if (authorization === undefined) return undefined
      const hash = hashOf(authorization)
      return live.has(hash) ? hash : undefined
    },
    /** Notes whether the session that a call shows is alive. */
    note: (authorization: string | undefined, alive: boolean): void => {
      if (authorization === undefined) return
      const hash = hashOf(authorization)
      live.delete(hash)
      if (!alive) return
      live.add(hash)
      const [oldest] = live
      if (live.size > most && oldest !== undefined) live.delete(oldest)
    },
  }
}
