import { setTimeout as delay } from 'node:timers/promises'
import type { BrokerLog } from '../../platform/broker/broker.ts'
import type { Clock } from '../../platform/context.ts'
import { codeOf } from '../../platform/startup-error.ts'
import type { IngestConnection } from './ingest-connection.ts'
import type { ListeningClock } from './listening-clock.ts'
import { Outcome, tell } from './outcome.ts'
import type { Presence } from './presence.ts'
import { SWEEP_CHUNK, sweepOffline } from './sweep-offline.ts'

const TICK_MS = 1_000
/** Without a round that got through for so long, silence is not shown any more, and somebody must be told. */
const PATIENCE_MS = 15_000

export interface SilenceWatchOptions {
  connection: IngestConnection
  presence: Presence
  listening: ListeningClock
  /** Whether gateways could reach this process and what they sent was stored. */
  hearing: () => boolean
  offlineFaultType: () => number | undefined
  /** Makes the partitions of now: a clock that was set may have reached a month that has none. */
  makePartitions: () => Promise<unknown>
  clock: Clock
  /** A clock that is never set (ms). */
  now?: () => number
  log: BrokerLog
}

/**
 * Once a second: writes down who was heard, lets the listening clock go on, and takes offline whoever has been silent for too long. In this order and on one connection,
 * so that nobody is judged before what was heard of them is written.
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

  /** Whether a gateway that fell silent would be shown now. */
  get works(): boolean {
    return this.#now() - this.#doneAt < PATIENCE_MS
  }

  /** What was heard until now is written. */
  async stop(): Promise<void> {
    this.#stopping.abort()
    await this.#running
    await this.#options.presence.flush().catch(this.#warn)
  }

  /** One round. Never rejects: what could not be done is done in the next one. */
  async tick(): Promise<void> {
    if (await this.#round()) this.#doneAt = this.#now()
  }

  async #round(): Promise<boolean> {
    const { connection, presence, listening, hearing, offlineFaultType, makePartitions, clock } = this.#options
    try {
      await presence.flush()
      let listeningMs = 0
      await connection.transaction(async (_tx, client) => {
        listeningMs = await listening.advance(client, hearing())
      })
      if (!hearing()) return true
      for (const kind of ['gateway', 'device'] as const) {
        for (let looked = SWEEP_CHUNK; looked === SWEEP_CHUNK;) {
          await connection.transaction(async (tx, client) => {
            const outcome = new Outcome()
            const at = clock.now()
            looked = await sweepOffline(client, kind, outcome, { listeningMs, at, offlineFaultType: offlineFaultType() })
            await tell(tx, outcome, at)
          })
        }
      }
      return true
    } catch (error) {
      listening.doubt()
      this.#warn(error)
      if (codeOf(error) === '23514') await makePartitions().catch(this.#warn)
      return false
    }
  }

  #now = (): number => (this.#options.now ?? (() => performance.now()))()

  #warn = (error: unknown): void =>
    this.#options.log.warn({ reason: String(error) }, 'last communication and silence could not be written')

  async #run(): Promise<void> {
    while (!this.#stopping.signal.aborted) {
      await this.tick()
      await delay(TICK_MS, undefined, { signal: this.#stopping.signal }).catch(() => undefined)
    }
  }
}
