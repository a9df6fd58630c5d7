import { setTimeout as delay } from 'node:timers/promises'
import { BatchWrite } from '../../../platform/batch-write.ts'
import type { BrokerLog } from '../../../platform/broker/broker.ts'
import type { Clock } from '../../../platform/context.ts'
import { isLockTimeout } from '../../../platform/database/locks.ts'
import { databaseFailure } from '../../../platform/database/database-failure.ts'
import { commitWithoutWaiting, type IngestConnection } from './ingest-connection.ts'
import type { ListeningClock } from './listening-clock.ts'
import { storeCauses } from '../../alarms/notify-cause/cause.batch.ts'
import type { Presence } from './presence.ts'
import { lockedSilent, sweepLimit } from '../../equipment/gateway/presence.batch.ts'
import { sweepOffline } from './sweep-offline.ts'

const tickMs = 1_000
/**
 * How much longer a round waits during a storm of fires. Together with a round's work it stays below the clock's longest step
 * (listening-clock.ts).
 */
const stormMs = 1_000
const stormLookMs = 100
/** After this long without a successful round, silence is no longer detected and people must be notified. */
const timeoutMs = 15_000

export interface SilenceWatchOptions {
  readonly connection: IngestConnection
  readonly presence: Presence
  readonly listening: ListeningClock
  /** Whether gateways could reach this process and their messages were stored. */
  isReceiving: () => boolean
  /** Whether so many fires wait to be stored that last-seen times can wait for a moment. */
  isStorm?: () => boolean
  readonly offlineFaultType: () => number | undefined
  /** Creates the current partitions. After a clock change the current month may have none. */
  readonly createPartitions: () => Promise<unknown>
  readonly clock: Clock
  /** A monotonic clock (ms). */
  now?: () => number
  readonly log: BrokerLog
}

/**
 * Once a second: writes last-seen times, advances the listening clock, and takes offline what has been silent for too long. In this order
 * and on one connection, so that nothing goes offline before its last message is written.
 */
export class SilenceWatch {
  readonly #options: SilenceWatchOptions
  readonly #stopping = new AbortController()
  #running: Promise<void> | undefined
  #doneAt: number

  constructor(options: SilenceWatchOptions) {
    this.#options = options
    this.#doneAt = this.#now()
  }

  start(): void {
    this.#doneAt = this.#now()
    this.#running ??= this.#run()
  }

  /** Whether a gateway that falls silent now would be detected. */
  get isWorking(): boolean {
    return this.#now() - this.#doneAt < timeoutMs
  }

  /** Stops, and writes what was received so far. */
  async stop(): Promise<void> {
    this.#stopping.abort()
    await this.#running
    await this.#options.presence.flush().catch(this.#warn)
  }

  /** One round. Never rejects. Whatever failed is done in the next round. */
  async tick(): Promise<void> {
    if (await this.#round()) this.#doneAt = this.#now()
  }

  async #round(): Promise<boolean> {
    const { connection, presence, listening, isReceiving, createPartitions } = this.#options
    try {
      await presence.flush()
      let listeningMs = 0
      await connection.transaction(async (_tx, client) => {
        // A crash may lose part of the time counted, which is safe: the clock never counts too much.
        await commitWithoutWaiting(client)
        listeningMs = await listening.advance(client, isReceiving())
      })
      if (!isReceiving()) return true
      let isComplete = true
      for (const kind of ['gateway', 'device'] as const) if (!(await this.#sweep(kind, listeningMs))) isComplete = false
      return isComplete
    } catch (error) {
      listening.discardStep()
      this.#warn(error)
      if (databaseFailure(error) === 'partition') await createPartitions().catch(this.#warn)
      return false
    }
  }

  /** Returns whether all companies were checked. A company whose audit chain is locked waits alone. */
  async #sweep(kind: 'gateway' | 'device', listeningMs: number): Promise<boolean> {
    const { connection, presence, offlineFaultType, clock } = this.#options
    let companies: readonly number[] = []
    for (let looked = sweepLimit; looked === sweepLimit;) {
      try {
        await connection.transaction(async (tx, client, later) => {
          const write = new BatchWrite(client, clock.now(), later)
          const except = { ids: presence.unwritten(kind), companies }
          const swept = await sweepOffline(write, kind, { listeningMs, except, offlineFaultType: offlineFaultType() })
          looked = swept.looked
          await storeCauses(client, swept.causes)
          await write.store(tx)
        })
      } catch (error) {
        if (!isLockTimeout(error)) throw error
        const known = companies.length
        await connection.transaction(async (_tx, client) => {
          companies = [...new Set([...companies, ...(await lockedSilent(client, kind, listeningMs))])]
        })
        if (companies.length === known) throw error
        looked = sweepLimit
      }
    }
    return companies.length === 0
  }

  #now = (): number => (this.#options.now ?? (() => performance.now()))()

  #warn = (error: unknown): void =>
    this.#options.log.warn({ reason: String(error) }, 'last-seen times and silence could not be written')

  async #run(): Promise<void> {
    while (!this.#stopping.signal.aborted) {
      await this.tick()
      await this.#rest(tickMs)
      const until = this.#now() + stormMs
      while (this.#options.isStorm?.() === true && this.#now() < until && !this.#stopping.signal.aborted)
        await this.#rest(stormLookMs)
    }
  }

  async #rest(ms: number): Promise<void> {
    await delay(ms, undefined, { signal: this.#stopping.signal }).catch(() => undefined)
  }
}
