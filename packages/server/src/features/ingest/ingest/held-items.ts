interface Sent {
  /** The sender. */
  readonly client: string
  weight: number
  alarm?: boolean
}

/** `held`: waits for a lock. `free`: no longer held up, written next. `queue`: also written next, but has to wait for its locks. */
type LineState = 'held' | 'free' | 'queue'

interface Line<Item> {
  items: Item[]
  state: LineState
}

/** Who waits: senders, and groups of senders that share rows. */
export interface Waiting {
  readonly clients: ReadonlySet<string>
  readonly groups: ReadonlySet<number>
  /** Senders whose rows are locked by one transaction after another. They never look free, so they have to queue. */
  readonly busy: ReadonlySet<string>
}

/**
 * Items waiting for a row that another transaction has locked, by sender. Later items of a sender wait behind its own until these are taken.
 * While a group is held up, its other senders join as soon as they have something to write.
 */
export class HeldItems<Item extends Sent> {
  readonly #lines = new Map<string, Line<Item>>()
  readonly #groups = new Set<number>()
  readonly #groupsOf: (item: Item) => readonly number[]

  constructor(groupsOf: (item: Item) => readonly number[] = () => []) {
    this.#groupsOf = groupsOf
  }

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
    return [...this.#lines.values()].some(({ state }) => state === 'held')
  }

  /** Whether there is anything to take. */
  get hasFree(): boolean {
    return [...this.#lines.values()].some(({ state }) => state !== 'held')
  }

  hold({ clients, groups }: Pick<Waiting, 'clients' | 'groups'>): void {
    for (const client of clients) if (!this.#lines.has(client)) this.#lines.set(client, { items: [], state: 'held' })
    for (const group of groups) this.#groups.add(group)
  }

  /** Keeps the items whose sender is held up. Returns the others. */
  divert(items: readonly Item[]): readonly Item[] {
    if (this.#lines.size === 0 && this.#groups.size === 0) return items
    return items.filter((item) => {
      const line = this.#lines.get(item.client)
      if (line !== undefined) line.items.push(item)
      else if (this.#groupsOf(item).some((group) => this.#groups.has(group)))
        this.#lines.set(item.client, { items: [item], state: 'held' })
      else return true
      return false
    })
  }

  /** The items whose sender is not held up. */
  without(items: readonly Item[]): Item[] {
    return items.filter(({ client }) => !this.#lines.has(client))
  }

  /** Frees the senders of the items checked, except those that still wait. */
  freeBut(looked: readonly Item[], { clients, groups, busy }: Waiting): void {
    for (const item of looked) {
      const line = this.#lines.get(item.client)
      if (line !== undefined && !clients.has(item.client)) line.state = busy.has(item.client) ? 'queue' : 'free'
      for (const group of this.#groupsOf(item)) if (!groups.has(group)) this.#groups.delete(group)
    }
  }

  /**
   * All items of the free senders, or else of those that queue, in order, senders with an alarm first. No further sender is added once the
   * weight reaches `limit`.
   */
  take(limit: number): { items: Item[]; patient: boolean } {
    const patient = ![...this.#lines.values()].some(({ state }) => state === 'free')
    const ready = [...this.#lines].filter(([, { state }]) => state === (patient ? 'queue' : 'free'))
    const hasAlarm = ([, { items }]: (typeof ready)[number]): boolean => items.some(({ alarm }) => alarm === true)
    const taken: Item[] = []
    let weight = 0
    for (const [client, { items }] of [...ready.filter(hasAlarm), ...ready.filter((line) => !hasAlarm(line))]) {
      if (weight >= limit) break
      this.#lines.delete(client)
      for (const item of items) weight += item.weight
      taken.push(...items)
    }
    return { items: taken, patient }
  }

  clear(): void {
    this.#lines.clear()
    this.#groups.clear()
  }
}
