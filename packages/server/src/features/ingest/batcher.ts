import { setTimeout as delay } from 'node:timers/promises'

export interface Batched {
  /** Goes before everything that is not urgent. */
  urgent: boolean
  /** Rows it will make, for the size of a batch. */
  weight: number
}

export interface BatcherOptions<Item extends Batched> {
  /** Writes a batch durably. A rejection means that nothing of it was written. */
  write(items: readonly Item[]): Promise<void>
  /** After the commit, once per item. */
  onWritten(item: Item): void
  /** Whether an item by itself is at fault, and not the database: then the rest of its batch is saved without it. */
  isPoison(error: unknown): boolean
  /** An item that can never be written. It must be settled there. */
  onPoison(item: Item, error: unknown): Promise<void>
  onFailure(error: unknown, waitMs: number): void
}

const MAX_WEIGHT = 4000
/** How much of the rest rides along with urgent items: little, so that their transaction stays short. */
const MAX_WEIGHT_BESIDE_URGENT = 200
const FIRST_WAIT_MS = 50
const LONGEST_WAIT_MS = 2000

/**
 * Group commit: whatever arrived while one transaction ran goes into the next, urgent items first. No timer, so a lone item leaves at once, and the batches
 * grow with the load. While the database is away the same batch is tried again, and nothing is reported as written. Bounded by whoever fills it.
 */
export class Batcher<Item extends Batched> {
  readonly #options: BatcherOptions<Item>
  #urgent: Item[] = []
  #rest: Item[] = []
  #restAt = 0
  #running: Promise<void> | undefined
  #stopped = false
  #failing = false

  constructor(options: BatcherOptions<Item>) {
    this.#options = options
  }

  /** Items waiting, those being written not counted. */
  get size(): number {
    return this.#urgent.length + this.#rest.length - this.#restAt
  }

  /** Whether the last attempt to write failed. */
  get failing(): boolean {
    return this.#failing
  }

  add(item: Item): void {
    if (this.#stopped) return
    if (item.urgent) this.#urgent.push(item)
    else this.#rest.push(item)
    // After this turn of the event loop: what was read together is written together.
    this.#running ??= new Promise<void>((resolve) => setImmediate(resolve)).then(() => this.#run())
  }

  /** Lets the running transaction end; what waits is dropped unacknowledged. */
  async stop(): Promise<void> {
    this.#stopped = true
    this.#urgent = []
    this.#rest = []
    this.#restAt = 0
    await this.#running
  }

  async #run(): Promise<void> {
    while (this.size > 0 && !this.#stopped) await this.#write(this.#take())
    this.#running = undefined
  }

  #take(): Item[] {
    const batch: Item[] = []
    let weight = 0
    let taken = 0
    for (const item of this.#urgent) {
      if (weight >= MAX_WEIGHT) break
      batch.push(item)
      weight += item.weight
      taken++
    }
    this.#urgent = taken === this.#urgent.length ? [] : this.#urgent.slice(taken)
    const limit = batch.length === 0 ? MAX_WEIGHT : weight + MAX_WEIGHT_BESIDE_URGENT
    while (weight < limit) {
      const item = this.#rest[this.#restAt]
      if (item === undefined) break
      this.#restAt++
      batch.push(item)
      weight += item.weight
    }
    if (this.#restAt === this.#rest.length) {
      this.#rest = []
      this.#restAt = 0
    } else if (this.#restAt > 10_000) {
      this.#rest = this.#rest.slice(this.#restAt)
      this.#restAt = 0
    }
    return batch
  }

  /** Until written, or stopped. A poisoned batch is halved until the item is found. */
  async #write(batch: readonly Item[]): Promise<void> {
    for (let wait = FIRST_WAIT_MS; !this.#stopped; wait = Math.min(wait * 2, LONGEST_WAIT_MS)) {
      try {
        await this.#options.write(batch)
        this.#failing = false
        for (const item of batch) this.#options.onWritten(item)
        return
      } catch (error) {
        if (this.#options.isPoison(error)) {
          const [only] = batch
          if (only !== undefined && batch.length === 1) return this.#options.onPoison(only, error)
          const half = batch.length >> 1
          await this.#write(batch.slice(0, half))
          await this.#write(batch.slice(half))
          return
        }
        this.#failing = true
        this.#options.onFailure(error, wait)
        await delay(wait)
      }
    }
  }
}
