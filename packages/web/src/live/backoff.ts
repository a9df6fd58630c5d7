const firstWait = 500
const longestWait = 15_000

/** Milliseconds to wait before attempt `n` (from 0): doubling, half of it by chance, so that a thousand consoles do not come back at once. */
export const waitBefore = (attempt: number, random = Math.random): number => {
  const ceiling = Math.min(longestWait, firstWait * 2 ** attempt)
  return ceiling / 2 + (ceiling / 2) * random()
}
