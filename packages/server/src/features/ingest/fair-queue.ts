interface Queued {
  /** Whose it is. */
  client: string
  weight: number
}

interface Line<Item> {
  items: Item[]
  /** Where its first item is. */
  at: number
}

/** What weighs more than this share of a batch goes alone. */
const HEAVY_SHARE = 1 / 4

/**
 * First come, first served for each client, and among clients one item each in turn: whoever sends much waits for itself. A heavy item goes alone, and only every
 * second time while there are others.
 */
export class FairQueue<Item extends Queued> {
  /** None is empty; whoever waits longest for a turn comes first. */
  readonly #lines = new Map<string, Line<Item>>()
  #size = 0
  #isHeavyNext = false

  get size(): number {
    return this.#size
  }

  /** Of whoever is next. */
  get first(): Item | undefined {
    for (const { items, at } of this.#lines.values()) return items[at]
    return undefined
  }

  add(item: Item): void {
    this.#size++
    const line = this.#lines.get(item.client)
    if (line === undefined) this.#lines.set(item.client, { items: [item], at: 0 })
    else line.items.push(item)
  }

  clear(): void {
    this.#lines.clear()
    this.#size = 0
  }

  /** The items of the next batch: at least one while there is any, until they weigh `limit`. */
  take(limit: number): Item[] {
    const light = this.#isHeavyNext ? [] : this.#takeLight(limit)
    this.#isHeavyNext = light.length > 0 && this.#heavy(limit) !== undefined
    if (light.length > 0) return light
    const heavy = this.#heavy(limit)
    return heavy === undefined ? this.#takeLight(limit) : [this.#shift(...heavy)]
  }

  #takeLight(limit: number): Item[] {
    const taken: Item[] = []
    let weight = 0
    // A line that was served goes to the end, and so comes again within this loop.
    for (const [client, line] of this.#lines) {
      if (weight >= limit) break
      if (isHeavy(line, limit)) continue
      const item = this.#shift(client, line)
      taken.push(item)
      weight += item.weight
    }
    return taken
  }

  /** The first line that has a heavy item in front. */
  #heavy(limit: number): [string, Line<Item>] | undefined {
    for (const entry of this.#lines) if (isHeavy(entry[1], limit)) return entry
    return undefined
  }

  #shift(client: string, line: Line<Item>): Item {
    const item = line.items[line.at]
    if (item === undefined) throw new Error('an empty line')
    this.#size--
    line.at++
    this.#lines.delete(client)
    if (line.at < line.items.length) this.#lines.set(client, line)
    return item
  }
}

function isHeavy<Item extends Queued>({ items, at }: Line<Item>, limit: number): boolean {
  return (items[at]?.weight ?? 0) > limit * HEAVY_SHARE
}
