interface Queued {
  /** The sender. */
  readonly client: string
  weight: number
  /** A sender with an alarm is served before senders without. */
  alarm?: boolean
}

interface Line<Item> {
  items: Item[]
  /** Index of its first item. */
  at: number
  /** How many of its items are alarms. */
  alarms: number
}

interface Limits {
  /** The maximum weight of a batch, or of the alarms in it. */
  readonly most: number
  /** For a batch without alarms. Smaller, because an alarm arriving meanwhile waits for it. */
  readonly withoutAlarms: number
  /** For what accompanies alarms, however many alarms there are. */
  readonly besideAlarms: number
}

/** An item heavier than this share of a batch is taken alone. */
const heavyShare = 1 / 4
/** One in this many heavy items is taken strictly in turn, whether or not another sender has an alarm. */
const strictOrderEvery = 4
/** A line that never empties frees its consumed head after this many items. */
const letGo = 100

/**
 * First in, first out per client, and round robin among clients, so a busy client delays only itself. Clients with an alarm come before all
 * others; what they sent before the alarm still comes before it. A heavy item is taken alone, and only every second time while others wait.
 */
export class FairQueue<Item extends Queued> {
  /** No line is empty. The client that has waited longest comes first. */
  readonly #lines = new Map<string, Line<Item>>()
  /** Those of the lines that hold an alarm. */
  readonly #alarmed = new Map<string, Line<Item>>()
  #size = 0
  #isHeavyNext = false
  /** Heavy items taken so far. */
  #heavyTaken = 0

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
    const line = this.#lines.get(item.client) ?? { items: [], at: 0, alarms: 0 }
    line.items.push(item)
    this.#lines.set(item.client, line)
    if (item.alarm !== true) return
    line.alarms++
    this.#alarmed.set(item.client, line)
  }

  clear(): void {
    this.#lines.clear()
    this.#alarmed.clear()
    this.#size = 0
  }

  /** The items of the next batch: at least one if there are any, up to the limits. */
  take(limits: Limits): Item[] {
    const light = this.#isHeavyNext ? [] : this.#takeLight(limits)
    this.#isHeavyNext = light.length > 0 && this.#heavy(limits) !== undefined
    if (light.length > 0) return light
    const heavy = this.#heavy(limits)
    if (heavy === undefined) return this.#takeLight(limits)
    this.#heavyTaken++
    return [this.#shift(...heavy)]
  }

  #takeLight({ most, withoutAlarms, besideAlarms }: Limits): Item[] {
    const alarms = this.#takeFrom(this.#alarmed, most, most)
    // Something else always goes along, however many alarms there are.
    return [...alarms, ...this.#takeFrom(this.#lines, alarms.length === 0 ? withoutAlarms : besideAlarms, most)]
  }

  #takeFrom(lines: ReadonlyMap<string, Line<Item>>, limit: number, most: number): Item[] {
    const taken: Item[] = []
    let weight = 0
    // A line that was served moves to the end, so this loop reaches it again.
    for (const [client, line] of lines) {
      if (weight >= limit) break
      if (isHeavy(line, most)) continue
      const item = this.#shift(client, line)
      taken.push(item)
      weight += item.weight
    }
    return taken
  }

  /** The first line with a heavy item at its head. Lines with an alarm come first, except every fourth time. */
  #heavy({ most }: Limits): [string, Line<Item>] | undefined {
    const isStrict = this.#heavyTaken % strictOrderEvery === strictOrderEvery - 1
    for (const lines of isStrict ? [this.#lines] : [this.#alarmed, this.#lines])
      for (const entry of lines) if (isHeavy(entry[1], most)) return entry
    return undefined
  }

  #shift(client: string, line: Line<Item>): Item {
    const item = line.items[line.at]
    if (item === undefined) throw new Error('a line of the queue is empty')
    this.#size--
    line.at++
    if (line.at >= letGo && line.at * 2 > line.items.length) {
      line.items = line.items.slice(line.at)
      line.at = 0
    }
    if (item.alarm === true) line.alarms--
    this.#lines.delete(client)
    this.#alarmed.delete(client)
    if (line.at < line.items.length) this.#lines.set(client, line)
    if (line.alarms > 0) this.#alarmed.set(client, line)
    return item
  }
}

const isHeavy = <Item extends Queued>({ items, at }: Line<Item>, most: number): boolean => {
  return (items[at]?.weight ?? 0) > most * heavyShare
}
