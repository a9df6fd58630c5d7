/** Does at most `most` works at once. The others wait, in their order. */
export const fewAtOnce = (most: number): (<T>(work: () => Promise<T>) => Promise<T>) => {
  const waiting: (() => void)[] = []
  let free = most
  return async (work) => {
    // Whoever ends passes its place on, so that nobody overtakes.
    if (free > 0) free--
    else await new Promise<void>((begin) => waiting.push(begin))
    try {
      return await work()
    } finally {
      const next = waiting.shift()
      if (next) next()
      else free++
    }
  }
}

/** Statistics take long in a large system, and run on the connections with which operators confirm alarms: most of those stay free. */
export const oneOfFewStatistics = fewAtOnce(3)
