import { performance } from 'node:perf_hooks'
import { setTimeout as delay } from 'node:timers/promises'
import { FairQueue } from './fair-queue.ts'

export interface BatchItem {
  /** Written before everything that is not urgent. */
  urgent: boolean
  /** The sender. Urgent items are taken from senders in turn. */
  client: string
  /** Rows that it will produce, to limit the size of a batch. */
  weight: number
  /** Set by `add`: when it was added (monotonic ms). */
  addedAt?: number
}

export interface BatcherOptions<Item extends BatchItem> {
  /** Writes a batch durably. On rejection nothing of it was written. */
  write(items: readonly Item[]): Promise<void>
  /** Called after the commit, once per item. */
  onWritten(item: Item): void
  /**
   * Whether the failure is caused by an item and not by the database. Then that item is isolated and the others are written
   * without it.
   */
  isPoison(error: unknown): boolean
  /** Handles an item that cannot be written as it is. Must not resolve until the item is settled. */
  onPoison(item: Item, error: unknown): Promise<void>
  onFailure(error: unknown, waitMs: number, items: readonly Item[]): void
  /** Called with what `onWritten` or `onPoison` threw. The item is not written again and not reported. */
  onUnsettled(error: unknown, item: Item): void
}

/** The state of storing, so that nothing is lost unnoticed. */
export interface BatcherStatus {
  /** `failing`: the last write failed and is being retried. */
  storing: 'ok' | 'failing'
  /** Items not yet written. */
  waiting: number
  /** How long the oldest of them has waited. Null if there are none. */
  oldestWaitingMs: number | null
  /** Undefined before the first write. */
  lastWrittenAt: Date | undefined
  /** Items since the start that could not be written as they were. */
  salvaged: number
}

const MAX_WEIGHT = 4000
/** How much non-urgent weight goes along with urgent items. Small, so that their transaction stays short. */
const MAX_WEIGHT_BESIDE_URGENT = 200
const FIRST_WAIT_MS = 50
const LONGEST_WAIT_MS = 2000

/**
 * Group commit: what arrives while one transaction runs goes into the next, urgent items first. There is no timer, so a single
 * item is written immediately and batches grow with the load. While the database is unavailable the same batch is retried and
 * nothing is reported as written. The caller bounds the queue.
 */
export class Batcher<Item extends BatchItem> {
  readonly #options: BatcherOptions<Item>
  readonly #urgent = new FairQueue<Item>()
  #rest: Item[] = []
  #restAt = 0
  #running: Promise<void> | undefined
  #stopped = false
  #failing = false
  #writing: readonly Item[] = []
  #lastWrittenAt: Date | undefined
  #salvaged = 0

  constructor(options: BatcherOptions<Item>) {
    this.#options = options
  }

  /** Items waiting, not counting those being written. */
  get size(): number {
    return this.#urgent.size + this.#rest.length - this.#restAt
  }

  /** Whether the last write failed. */
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
      salvaged: this.#salvaged,
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
    // After this turn of the event loop: items read together are written together.
    this.#running ??= new Promise<void>((resolve) => setImmediate(resolve)).then(() => this.#run())
  }

  /** Waits for the running transaction. Items still waiting are dropped unacknowledged. */
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

  /**
   * Retries until written or stopped. A batch with a poison item is bisected to find it. Urgent items that arrive meanwhile do
   * not wait for that.
   */
  async #write(batch: readonly Item[]): Promise<void> {
    for (let wait = FIRST_WAIT_MS; !this.#stopped; wait = Math.min(wait * 2, LONGEST_WAIT_MS)) {
      try {
        await this.#options.write(batch)
      } catch (error) {
        if (this.#options.isPoison(error)) return this.#bisect(batch, error)
        this.#failing = true
        this.#options.onFailure(error, wait, batch)
        await delay(wait)
        continue
      }
      this.#failing = false
      this.#lastWrittenAt = new Date()
      for (const item of batch) this.#settle(item)
      return
    }
  }

  async #bisect(batch: readonly Item[], error: unknown): Promise<void> {
    const { onPoison, onUnsettled } = this.#options
    const [only] = batch
    if (only !== undefined && batch.length === 1) {
      this.#failing = false
      this.#salvaged++
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

  /** The item is written: an error thrown here must not look like a failed write. */
  #settle(item: Item): void {
    try {
      this.#options.onWritten(item)
    } catch (error) {
      this.#options.onUnsettled(error, item)
    }
  }
}
