/** A source of numbers in [0, 1). */
export type Random = () => number

/** The same seed gives the same numbers (mulberry32), so that a scenario is repeatable. */
export const seededRandom = (seed: number): Random => {
  let state = seed >>> 0
  return () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}

/** A whole number from `low` to `high`, inclusive. */
export const between = (random: Random, low: number, high: number): number => {
  return low + Math.floor(random() * (high - low + 1))
}

/** A random element. Undefined for an empty list. */
export const pick = <Item>(random: Random, items: readonly Item[]): Item | undefined => {
  return items[Math.floor(random() * items.length)]
}
