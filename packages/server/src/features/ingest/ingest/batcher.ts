import { performance } from 'node:perf_hooks'
import { setTimeout as delay } from 'node:timers/promises'
import { systemClock } from '../../../platform/context.ts'
import { FairQueue } from './fair-queue.ts'
import { HeldItems, type Waiting } from './held-items.ts'

export interface BatchItem {
  /** Written before everything that is not urgent. */
  urgent: boolean
  /** Written before urgent items that are not alarms. */
  alarm?: boolean
  /** The sender. Urgent items are taken from senders in turn. */
  readonly client: string
  /** The rows it will produce. Limits the size of a batch. */
  weight: number
  /** Set by `add`: when it was added (monotonic ms). */
  addedAt?: number
}

export interface BatcherOptions<Item extends BatchItem> {
  /** Writes a batch durably. If it rejects, nothing of the batch was written. `patient`: wait for locks, however long. */
  write(items: readonly Item[], patient: boolean): Promise<void>
  /** Called after the commit, once per item. */
  onWritten(item: Item): void
  /** Whether an item caused the failure, not the database. Then that item is isolated and the others are written without it. */
  isPoison(error: unknown): boolean
  /**
   * Handles an item that cannot be written as it is. Must not resolve until the item is settled. Unless `patient`, it rejects when it gives
   * up on a lock; the item then waits for the lock like any other and is tried again.
   */
  onPoison(item: Item, error: unknown, patient: boolean): Promise<void>
  onFailure(error: unknown, waitMs: number, items: readonly Item[]): void
  /** Called with what `onWritten` or `onPoison` threw. The item is not written again. */
  onUnsettled(error: unknown, item: Item): void
  /** Without this, a lock of another transaction delays the whole batch. */
  readonly locks?: LockedRows<Item>
}

export interface LockedRows<Item extends BatchItem> {
  /** Whether a write that was not patient gave up on a lock. */
  isTimeout(error: unknown): boolean
  /** Groups whose members share rows. While such a row is locked, the whole group waits. */
  groupsOf(item: Item): readonly number[]
  /** The senders and groups whose items cannot be written now because of a lock. */
  lockedOut(items: readonly Item[]): Promise<Waiting>
  /** Called when items are parked. */
  onParked(items: number): void
  /** Called with each item that waits for a lock. */
  onHeld?(item: Item): void
}

/** The state of storage, so that nothing is lost unnoticed. */
export interface BatcherStatus {
  /** `failing`: the last write failed and is being retried. */
  readonly storing: 'ok' | 'failing'
  /** Items not yet written. */
  readonly waiting: number
  /** How long the oldest of them has waited. Null if there are none. */
  readonly oldestWaitingMs: number | null
  /** Undefined before the first write. */
  readonly lastWrittenAt: Date | undefined
  /** Items since the start that could not be stored as they were. */
  readonly salvaged: number
}

interface Batch<Item> {
  items: Item[]
  /** Whether the write waits for locks. */
  readonly patient: boolean
}

const maxWeight = 4000
/** For urgent items without an alarm among them. Smaller, so that an alarm arriving meanwhile does not wait long. */
const maxWeightWithoutAlarms = 1000
/** Weight that may accompany alarms, and non-urgent weight that may accompany urgent items. Small, to keep their transaction short. */
const maxWeightBeside = 200
/** Limits for urgent items. */
const limits = { most: maxWeight, withoutAlarms: maxWeightWithoutAlarms, besideAlarms: maxWeightBeside }
const firstWaitMs = 50
const maxWaitMs = 2000
/** How often to check whether items parked can be written. */
const locksEveryMs = 200

/**
 * Group commit: what arrives while one transaction runs goes into the next, alarms first, then other urgent items. There is no timer: a
 * single item is written immediately, and batches grow with the load. While the database is unavailable, the same batch is retried and
 * nothing is reported as written. Senders whose rows another transaction has locked are parked, and the others are written without them. The
 * caller bounds the queue.
 */
export class Batcher<Item extends BatchItem> {
  readonly #options: BatcherOptions<Item>
  readonly #urgent = new FairQueue<Item>()
  readonly #held: HeldItems<Item>
  /** Whether the last urgent batch came from the items parked. */
  #wasHeld = false
  #watching: Promise<void> | undefined
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
    this.#held = new HeldItems(options.locks?.groupsOf)
  }

  /** Items waiting, not counting those being written. */
  get size(): number {
    return this.#ready + this.#held.size
  }

  get #ready(): number {
    return this.#urgent.size + this.#rest.length - this.#restAt
  }

  /** Of these, those that wait for no lock. */
  get ready(): number {
    return this.#ready
  }

  /** Whether the last write failed. */
  get failing(): boolean {
    return this.#failing
  }

  get status(): BatcherStatus {
    const first = [oldestOf(this.#writing), oldestOf(this.#held.all), this.#urgent.first, this.#rest[this.#restAt]]
    const oldest = first.flatMap((item) => item?.addedAt ?? [])
    return {
      storing: this.#failing ? 'failing' : 'ok',
      waiting: this.size + this.#writing.length,
      oldestWaitingMs: oldest.length === 0 ? null : Math.round(performance.now() - Math.min(...oldest)),
      lastWrittenAt: this.#lastWrittenAt,
      salvaged: this.#salvaged,
    }
  }

  add(item: Item): void {
    if (this.#stopped) return
    item.addedAt ??= performance.now()
    if (item.urgent) this.#urgent.add(item)
    else this.#rest.push(item)
    this.#start()
  }

  #start(): void {
    // At the end of this turn of the event loop, so that items read together are written together.
    this.#running ??= new Promise<void>((resolve) => setImmediate(resolve)).then(() => this.#run())
  }

  /** Waits for the running transaction. Items still waiting are dropped unacknowledged. */
  async stop(): Promise<void> {
    this.#stopped = true
    this.#urgent.clear()
    this.#rest = []
    this.#restAt = 0
    await Promise.all([this.#running, this.#watching])
    this.#held.clear()
  }

  async #run(): Promise<void> {
    while ((this.#ready > 0 || this.#held.hasFree) && !this.#stopped) {
      const { items, patient } = this.#take()
      this.#writing = items
      await this.#write(items, patient)
      this.#writing = []
    }
    this.#running = undefined
  }

  #take(): Batch<Item> {
    const { items: batch, patient } = this.#takeUrgent()
    let weight = batch.reduce((sum, item) => sum + item.weight, 0)
    const limit = batch.length === 0 ? maxWeight : weight + maxWeightBeside
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
    return { items: batch, patient }
  }

  /**
   * Items parked come first, as they have waited longest, and then alternate with the rest: a new fire does not wait for all the faults
   * that a lock has held up.
   */
  #takeUrgent(): Batch<Item> {
    const others = this.#urgent.size > 0
    this.#wasHeld = this.#held.hasFree && !(this.#wasHeld && others)
    if (this.#wasHeld) return this.#held.take(others ? maxWeightWithoutAlarms : maxWeight)
    return { items: this.#urgent.take(limits), patient: false }
  }

  /**
   * Retries until written or stopped. A batch with a poison item is bisected to find it; urgent items that arrive meanwhile are written in
   * between.
   */
  async #write(items: readonly Item[], isPatient = false): Promise<void> {
    let wait = firstWaitMs
    let patient = isPatient
    let batch = items
    while (!this.#stopped) {
      const open = this.#held.divert(batch)
      if (open.length < batch.length) {
        this.#writing = this.#held.without(this.#writing)
        const free = new Set(open)
        for (const item of batch) if (!free.has(item)) this.#options.locks?.onHeld?.(item)
      }
      batch = open
      if (batch.length === 0) return
      try {
        await this.#options.write(batch, patient)
      } catch (error) {
        if (this.#options.isPoison(error)) return this.#bisect(batch, error)
        if (!patient && this.#options.locks?.isTimeout(error) === true) {
          // If no holder of the lock can be found, wait for it.
          patient = !(await this.#park(batch, this.#options.locks))
          continue
        }
        this.#failing = true
        this.#options.onFailure(error, wait, batch)
        await delay(wait)
        // The wait may have been in vain, so do not wait for locks next time.
        patient = false
        wait = Math.min(wait * 2, maxWaitMs)
        continue
      }
      this.#failing = false
      this.#lastWrittenAt = systemClock.now()
      for (const item of batch) this.#settle(item)
      return
    }
  }

  /** Parks the senders of a batch whose rows are locked. Returns whether there were any. */
  async #park(batch: readonly Item[], locks: LockedRows<Item>): Promise<boolean> {
    const waiting = await locks.lockedOut(batch).catch(() => undefined)
    const clients = new Set([...(waiting?.clients ?? []), ...(waiting?.busy ?? [])])
    if (waiting === undefined || clients.size === 0) return false
    this.#held.hold({ clients, groups: waiting.groups })
    locks.onParked(batch.filter(({ client }) => clients.has(client)).length)
    this.#watching ??= this.#watch(locks)
    return true
  }

  /** Checks repeatedly which of the items parked can be written. */
  async #watch(locks: LockedRows<Item>): Promise<void> {
    while (this.#held.isWaiting && !this.#stopped) {
      await delay(locksEveryMs)
      const items = this.#held.all
      const waiting = await locks.lockedOut(items).catch(() => undefined)
      if (waiting === undefined) continue
      this.#held.freeBut(items, waiting)
      if (this.#held.hasFree && !this.#stopped) this.#start()
    }
    this.#watching = undefined
  }

  async #bisect(batch: readonly Item[], error: unknown): Promise<void> {
    const [only] = batch
    if (only !== undefined && batch.length === 1) return this.#save(only, error)
    const half = batch.length >> 1
    for (const part of [batch.slice(0, half), batch.slice(half)]) {
      await this.#write(part)
      if ((this.#urgent.size === 0 && !this.#held.hasFree) || this.#stopped) continue
      const urgent = this.#takeUrgent()
      this.#writing = [...this.#writing, ...urgent.items]
      await this.#write(urgent.items, urgent.patient)
    }
  }

  /** Saves an item that cannot be written as it is. */
  async #save(item: Item, error: unknown, patient = false): Promise<void> {
    const { onPoison, onUnsettled, locks } = this.#options
    this.#failing = false
    this.#salvaged++
    try {
      await onPoison(item, error, patient)
    } catch (reason) {
      if (patient || locks?.isTimeout(reason) !== true) return onUnsettled(reason, item)
      if (!(await this.#park([item], locks))) return this.#save(item, error, true)
      this.#writing = this.#held.without(this.#writing)
      // The lock may have been released meanwhile.
      if (this.#held.divert([item]).length > 0) return this.#save(item, error)
      locks.onHeld?.(item)
    }
  }

  /** Reports an item as written. An error thrown here must not look like a failed write. */
  #settle(item: Item): void {
    try {
      this.#options.onWritten(item)
    } catch (error) {
      this.#options.onUnsettled(error, item)
    }
  }
}

const oldestOf = <Item extends BatchItem>(items: readonly Item[]): Item | undefined => {
  return items.reduce<Item | undefined>(
    (oldest, item) => ((item.addedAt ?? 0) < (oldest?.addedAt ?? Infinity) ? item : oldest),
    undefined,
  )
}
