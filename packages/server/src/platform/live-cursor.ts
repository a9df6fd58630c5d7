import { randomUUID } from 'node:crypto'
import { sql, type Kysely, type RawBuilder, type Transaction } from 'kysely'
import type { Tables } from '../tables/index.ts'
import { LiveEventReader, type StoredEvent } from './live-events.ts'

/** How long no other process takes over from one that has crashed. */
const leaseMs = 5_000
const lookBack = 1_000

/**
 * Reads every live event at least once, whatever dies: what follows from the events is stored in the transaction that moves the cursor.
 * One process reads at a time.
 */
export class LiveCursor {
  readonly #db: Kysely<Tables>
  readonly #name: string
  readonly #holder = randomUUID()
  readonly #reader: LiveEventReader
  #position: string | undefined
  #renewAt = 0

  constructor(db: Kysely<Tables>, name: string) {
    this.#db = db
    this.#name = name
    this.#reader = new LiveEventReader(db)
  }

  /** Whether this process reads: it does already, or nobody else does. */
  async hold(): Promise<boolean> {
    const now = performance.now()
    if (this.#position !== undefined && now < this.#renewAt) return true
    // A lease that ends far ahead is from before the clock was set back.
    const { rows } = await sql<{ position: string }>`
      update live_cursor set holder = ${this.#holder}, held_until = clock_timestamp() + ${leaseMs}::int * interval '1 ms'
       where name = ${this.#name} and (holder is null or holder = ${this.#holder} or held_until < clock_timestamp()
         or held_until > clock_timestamp() + interval '1 minute')
      returning position`.execute(this.#db)
    const [row] = rows
    if (row === undefined) this.#position = undefined
    else if (row.position !== this.#position) {
      this.#reader.resume(row.position)
      this.#position = row.position
    }
    this.#renewAt = now + leaseMs / 2
    return row !== undefined
  }

  /**
   * Goes on at about the present, unless the condition holds: while nobody needs the events, they are not read. Some are read again, in
   * case they commit late.
   * @returns whether they are needed
   */
  async skipUnless(isNeeded: RawBuilder<boolean>): Promise<boolean> {
    const { numAffectedRows } = await sql`
      update live_cursor set position = coalesce((select greatest(max(id) - ${lookBack}, 0) from live_event), 0)::text, holder = null
       where name = ${this.#name} and not ${isNeeded}`.execute(this.#db)
    return !numAffectedRows
  }

  /** Looks at the events committed since the last read. If that fails, they are read again. Call `hold` before. */
  async read<Seen>(look: (events: readonly StoredEvent[]) => Promise<Seen>): Promise<{ seen: Seen; more: boolean }> {
    try {
      const { events, more } = await this.#reader.read()
      return { seen: await look(events), more }
    } catch (error) {
      this.#position = undefined
      throw error
    }
  }

  /** Whether something was read that is not stored as read. */
  get isAhead(): boolean {
    return this.#position !== this.#reader.cursor
  }

  /**
   * Stores that everything was read, with what follows from it.
   * @throws if another process has taken over; then nothing is stored, and the events are read again
   */
  async advance(work: (tx: Transaction<Tables>) => Promise<void>): Promise<void> {
    const next = this.#reader.cursor
    try {
      await this.#db.transaction().execute(async (tx) => {
        await work(tx)
        const { numAffectedRows } = await sql`
          update live_cursor set position = ${next}
           where name = ${this.#name} and holder = ${this.#holder} and position = ${this.#position ?? ''}`.execute(tx)
        if (!numAffectedRows) throw new Error(`another process reads live events for ${this.#name}`)
      })
      this.#position = next
    } catch (error) {
      this.#position = undefined
      throw error
    }
  }

  /** Lets another process read at once. */
  async release(): Promise<void> {
    this.#position = undefined
    await sql`update live_cursor set holder = null where name = ${this.#name} and holder = ${this.#holder}`.execute(this.#db)
  }
}
