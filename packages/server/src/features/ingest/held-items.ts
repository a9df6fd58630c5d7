interface Sent {
  /** The sender. */
  client: string
}

interface Line<Item> {
  items: Item[]
  /** Nothing holds it up any more: it is written next. */
  free: boolean
}

/**
 * What waits for a row that somebody else has locked, by sender. Later items of a sender wait behind its own, until these are taken
 * to be written.
 */
export class HeldItems<Item extends Sent> {
  readonly #lines = new Map<string, Line<Item>>()

  get all(): Item[] {
    return [...this.#lines.values()].flatMap(({ items }) => items)
  }

  get size(): number {
    let size = 0
    for (const { items } of this.#lines.values()) size += items.length
    return size
  }

  /** Whether anything still waits for a lock. */
  get isWaiting(): boolean {
    return [...this.#lines.values()].some(({ free }) => !free)
  }

  /** Whether there is anything to take. */
  get hasFree(): boolean {
    return [...this.#lines.values()].some(({ free }) => free)
  }

  hold(client: string): void {
    if (!this.#lines.has(client)) this.#lines.set(client, { items: [], free: false })
  }

  /** Keeps those items whose sender is held up. Returns the others. */
  divert(items: readonly Item[]): readonly Item[] {
    if (this.#lines.size === 0) return items
    return items.filter((item) => {
      const line = this.#lines.get(item.client)
      line?.items.push(item)
      return line === undefined
    })
  }

  /** Those of the items whose sender is not held up. */
  without(items: readonly Item[]): Item[] {
    return items.filter(({ client }) => !this.#lines.has(client))
  }

  free(client: string): void {
    const line = this.#lines.get(client)
    if (line !== undefined) line.free = true
  }

  /** The items of those that are free, in their order. */
  takeFree(): Item[] {
    const free = [...this.#lines].filter(([, line]) => line.free)
    for (const [client] of free) this.#lines.delete(client)
    return free.flatMap(([, { items }]) => items)
  }

  clear(): void {
    this.#lines.clear()
  }
}
