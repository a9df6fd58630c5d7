interface Queued {
  /** The sender. */
  client: string
  weight: number
}

interface Line<Item> {
  items: Item[]
  /** Index of its first item. */
  at: number
}

/** An item heavier than this share of a batch is taken alone. */
const HEAVY_SHARE = 1 / 4

/**
 * First in, first out per client, and round robin among clients, so a busy client only delays itself. A heavy item goes alone,
 * and only every second time if others are waiting.
 */
export class FairQueue<Item extends Queued> {
  /** None is empty. The client that has waited longest comes first. */
  readonly #lines = new Map<string, Line<Item>>()
  #size = 0
  #isHeavyNext = false

  get size(): number {
    return this.#size
  }

  /** The next item in turn. */
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

  /** The items of the next batch: at least one if there are any, up to the weight `limit`. */
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
    // A line that was served moves to the end, so this loop reaches it again.
    for (const [client, line] of this.#lines) {
      if (weight >= limit) break
      if (isHeavy(line, limit)) continue
      const item = this.#shift(client, line)
      taken.push(item)
      weight += item.weight
    }
    return taken
  }

  /** The first line with a heavy item at its head. */
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
