import { sql, type Kysely } from 'kysely'
import type { Tables } from '../tables/index.ts'
import type { Clock } from './context.ts'

/** One reading of the database's clock, between two of our monotonic clock (ms). */
export interface Reading {
  /** The database's time (ms since 1970). */
  readonly at: number
  readonly askedAt: number
  readonly answeredAt: number
}

/** A reading that contradicts the others by more than this (ms) is believed at once: the database's clock was set, or is another's. */
const stepMs = 500
/** The best of so many readings counts: the one that was answered fastest. */
const kept = 8

/**
 * The database's time, which every process of an installation shares: what decides whether a signal is new never depends on a process's own
 * clock. Between readings it moves on with the monotonic clock, so neither a wrong clock of this machine nor one that is set matters, and
 * it goes on while the database is away. It never runs backwards, except when the database's clock itself was set back.
 */
export class DatabaseClock implements Clock {
  readonly #monotonic: () => number
  readonly #local: () => number
  #readings: Reading[] = []
  /** What the database's time is ahead of the monotonic clock (ms). */
  #ahead: number | undefined
  #latest = -Infinity

  constructor(monotonic: () => number = () => performance.now(), local: () => number = () => Date.now()) {
    this.#monotonic = monotonic
    this.#local = local
  }

  now(): Date {
    // Before the first reading there is nothing to receive or decide.
    const at = this.#ahead === undefined ? this.#local() : this.#monotonic() + this.#ahead
    if (this.#ahead === undefined) return new Date(at)
    this.#latest = Math.max(at, this.#latest)
    return new Date(this.#latest)
  }

  /** How far this machine's clock is from the database's (ms, positive: ahead). 0 before the first reading. */
  get offsetMs(): number {
    return this.#ahead === undefined ? 0 : Math.round(this.#local() - this.#monotonic() - this.#ahead)
  }

  /** Asks the database for its time. `ask` runs `select clock_timestamp()` and resolves to milliseconds since 1970. */
  async read(ask: () => Promise<number>): Promise<void> {
    const askedAt = this.#monotonic()
    const at = await ask()
    this.observe({ at, askedAt, answeredAt: this.#monotonic() })
  }

  observe(reading: Reading): void {
    const ahead = aheadOf(reading)
    const uncertain = stepMs + (reading.answeredAt - reading.askedAt) / 2
    if (this.#ahead !== undefined && Math.abs(ahead - this.#ahead) > uncertain) {
      this.#readings = []
      this.#latest = -Infinity
    }
    this.#readings = [...this.#readings, reading].slice(-kept)
    const [first = reading, ...others] = this.#readings
    this.#ahead = aheadOf(others.reduce((best, each) => (durationOf(each) < durationOf(best) ? each : best), first))
  }
}

const durationOf = ({ askedAt, answeredAt }: Reading): number => answeredAt - askedAt
const aheadOf = ({ at, askedAt, answeredAt }: Reading): number => at - (askedAt + answeredAt) / 2

/** The time of the database's own clock (ms since 1970). */
export const databaseTime = async (db: Kysely<Tables>): Promise<number> => {
  const { rows } = await sql<{ at: number }>`select extract(epoch from clock_timestamp())::float8 * 1000 as at`.execute(db)
  return rows[0]?.at ?? Number.NaN
}
