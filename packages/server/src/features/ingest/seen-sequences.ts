/** Gaps of a gateway that are remembered; 16 KiB. Numbers run on, so a healthy gateway needs one pair of bounds. */
const MAX_RANGES = 1024

/**
 * Which message numbers of one gateway were stored: exact, and tiny because numbers run on, so it is kept as ranges. Stored in
 * `gateway_sequence.seen` as pairs of big-endian int64 bounds, ascending. Beyond 1024 ranges the oldest are forgotten, and a number that old
 * counts as new: doubling a report is harmless (alarms fold), losing one is not.
 */
export class SeenSequences {
  /** [low, high, low, high, …], ascending, never touching. */
  #bounds: number[]

  constructor(bounds: number[] = []) {
    this.#bounds = bounds
  }

  static decode(bytes: Uint8Array): SeenSequences {
    const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
    const bounds: number[] = []
    for (let at = 0; at + 8 <= bytes.byteLength; at += 8) bounds.push(Number(view.getBigInt64(at)))
    return new SeenSequences(bounds)
  }

  encode(): Buffer {
    const bytes = Buffer.alloc(this.#bounds.length * 8)
    for (const [index, bound] of this.#bounds.entries()) bytes.writeBigInt64BE(BigInt(bound), index * 8)
    return bytes
  }

  /** The highest number seen; -1 before the first. */
  get highest(): number {
    return this.#bounds.at(-1) ?? -1
  }

  /** Adds a number; false when it was there already. */
  add(sequence: number): boolean {
    const bounds = this.#bounds
    const last = bounds.length - 1
    if (last > 0 && sequence === this.highest + 1) {
      bounds[last] = sequence
      return true
    }
    // The first range that ends at or after the number.
    let low = 0
    let high = bounds.length / 2
    while (low < high) {
      const middle = (low + high) >> 1
      if ((bounds[middle * 2 + 1] ?? 0) < sequence) low = middle + 1
      else high = middle
    }
    const start = bounds[low * 2]
    if (start !== undefined && start <= sequence) return false
    const joinsNext = start === sequence + 1
    const joinsPrevious = low > 0 && bounds[low * 2 - 1] === sequence - 1
    if (joinsNext && joinsPrevious) bounds.splice(low * 2 - 1, 2)
    else if (joinsNext) bounds[low * 2] = sequence
    else if (joinsPrevious) bounds[low * 2 - 1] = sequence
    else bounds.splice(low * 2, 0, sequence, sequence)
    if (bounds.length > MAX_RANGES * 2) bounds.splice(0, bounds.length - MAX_RANGES * 2)
    return true
  }
}
