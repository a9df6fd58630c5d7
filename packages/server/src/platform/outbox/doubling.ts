/** A pause that doubles with every failure: `firstMs` at 0 failures or less, at most `longestMs`. */
export const doubling = (firstMs: number, longestMs: number, failures: number): number =>
  Math.min(firstMs * 2 ** Math.min(Math.max(failures, 0), 30), longestMs)
