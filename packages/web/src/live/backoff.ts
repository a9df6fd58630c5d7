const initialWaitMs = 500
const maxWaitMs = 15_000

/**
 * Milliseconds to wait before attempt `n` (from 0): exponential backoff with jitter, so that a thousand consoles do not reconnect
 * at once.
 */
export const backoffMs = (attempt: number, random = Math.random): number => {
  const ceiling = Math.min(maxWaitMs, initialWaitMs * 2 ** attempt)
  return ceiling / 2 + (ceiling / 2) * random()
}
