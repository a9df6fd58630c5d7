import { performance } from 'node:perf_hooks'
import { setTimeout as delay } from 'node:timers/promises'
import { FairQueue } from './fair-queue.ts'

export interface Batched {
  /** Goes before everything that is not urgent. */
  urgent: boolean
  /** Who sent it: among urgent items, every sender has its turn. */
  client: string
  /** Rows it will make, for the size of a batch. */
  weight: number
  /** Set here: when it was added, in milliseconds of a clock that nobody sets. */
  addedAt?: number
}

export interface BatcherOptions<Item extends Batched> {
  /** Writes a batch durably. A rejection means that nothing of it was written. */
  write(items: readonly Item[]): Promise<void>
  /** After the commit, once per item. */
  onWritten(item: Item): void
  /** Whether something in the batch is at fault, and not the database: then it is searched for, and the others are written without it. */
  isPoison(error: unknown): boolean
  /** An item that cannot be written as it is. It must be settled there, and while that is impossible this must not resolve. */
  onPoison(item: Item, error: unknown): Promise<void>
  onFailure(error: unknown, waitMs: number, items: readonly Item[]): void
  /** What `onWritten` or `onPoison` threw for an item: it is not written a second time for that, and never reported. */
  onUnsettled(error: unknown, item: Item): void
}

/** How storing goes, for whoever must know that nothing is lost in silence. */
export interface BatcherStatus {
  /** `failing`: the last attempt to write failed, and it is tried again. */
  storing: 'ok' | 'failing'
  /** Items not written yet. */
  waiting: number
  /** How long the oldest of them has been waiting; null while none is. */
  oldestWaitingMs: number | null
  /** Undefined before the first. */
  lastWrittenAt: Date | undefined
  /** Items that could not be written as they are, since the start. */
  setApart: number
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
  readonly #urgent = new FairQueue<Item>()
  #rest: Item[] = []
  #restAt = 0
  #running: Promise<void> | undefined
  #stopped = false
  #failing = false
  #writing: readonly Item[] = []
  #lastWrittenAt: Date | undefined
  #setApart = 0

  constructor(options: BatcherOptions<Item>) {
    this.#options = options
  }

  /** Items waiting, those being written not counted. */
  get size(): number {
    return this.#urgent.size + this.#rest.length - this.#restAt
  }

  /** Whether the last attempt to write failed. */
  get failing(): boolean {
    return this.#failing
  }

  get status(): BatcherStatus {
    const oldest = [this.#oldestWriting(), this.#urgent.first, this.#rest[this.#restAt]].flatMap((item) => item?.addedAt ?? [])
    return {
      storing: this.#failing ? 'failing' : 'ok',
      waiting: this.size + this.#writing.length,
      oldestWaitingMs: oldest.length === 0 ? null : Math.round(performance.now() - Math.min(...oldest)),
      lastWrittenAt: this.#lastWrittenAt,
      setApart: this.#setApart,
    }
  }

  #oldestWriting(): Item | undefined {
    return this.#writing.reduce<Item | undefined>(
      (oldest, item) => ((item.addedAt ?? 0) < (oldest?.addedAt ?? Infinity) ? item : oldest),
      undefined,
    )
  }

  add(item: Item): void {
    if (this.#stopped) return
    item.addedAt ??= performance.now()
    if (item.urgent) this.#urgent.add(item)
    else this.#rest.push(item)
    // After this turn of the event loop: what was read together is written together.
    this.#running ??= new Promise<void>((resolve) => setImmediate(resolve)).then(() => this.#run())
  }

  /** Lets the running transaction end; what waits is dropped unacknowledged. */
  async stop(): Promise<void> {
    this.#stopped = true
    this.#urgent.clear()
    this.#rest = []
    this.#restAt = 0
    await this.#running
  }

  async #run(): Promise<void> {
    while (this.size > 0 && !this.#stopped) {
      this.#writing = this.#take()
      await this.#write(this.#writing)
      this.#writing = []
    }
    this.#running = undefined
  }

  #take(): Item[] {
    const batch = this.#urgent.take(MAX_WEIGHT)
    let weight = batch.reduce((sum, item) => sum + item.weight, 0)
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

  /** Until written, or stopped. A poisoned batch is halved until the item is found; what is urgent and came meanwhile does not wait for that. */
  async #write(batch: readonly Item[]): Promise<void> {
    for (let wait = FIRST_WAIT_MS; !this.#stopped; wait = Math.min(wait * 2, LONGEST_WAIT_MS)) {
      try {
        await this.#options.write(batch)
      } catch (error) {
        if (this.#options.isPoison(error)) return this.#search(batch, error)
        this.#failing = true
        this.#options.onFailure(error, wait, batch)
        await delay(wait)
        continue
      }
      this.#failing = false
      this.#lastWrittenAt = new Date()
      for (const item of batch) this.#report(item)
      return
    }
  }

  async #search(batch: readonly Item[], error: unknown): Promise<void> {
    const { onPoison, onUnsettled } = this.#options
    const [only] = batch
    if (only !== undefined && batch.length === 1) {
      this.#failing = false
      this.#setApart++
      return onPoison(only, error).catch((reason: unknown) => onUnsettled(reason, only))
    }
    const half = batch.length >> 1
    for (const part of [batch.slice(0, half), batch.slice(half)]) {
      await this.#write(part)
      if (this.#urgent.size === 0 || this.#stopped) continue
      const urgent = this.#urgent.take(MAX_WEIGHT)
      this.#writing = [...this.#writing, ...urgent]
      await this.#write(urgent)
    }
  }

  /** Whatever is thrown here, the item is written: it must not be taken for a failed write. */
  #report(item: Item): void {
    try {
      this.#options.onWritten(item)
    } catch (error) {
      this.#options.onUnsettled(error, item)
    }
  }
}
