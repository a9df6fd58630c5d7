import { sql, type Kysely, type Selectable } from 'kysely'
import type { LiveEventTable } from '../tables/records.tables.ts'
import type { Tables } from '../tables/index.ts'

export type StoredEvent = Selectable<LiveEventTable>

/** Rows per read. */
const readLimit = 5_000
/** How many missing ids are tracked. If the sequence jumps further, the ids beyond were skipped. */
const maxGaps = 10_000
/** How far before the newest id a transaction that is open at the start may have one. */
const lookBack = 1_000
/** How many missing ids a cursor lists. A console resuming from a cursor with more may get some events twice. */
const gapsInCursor = 50
/** A transaction takes an event id shortly before it gets its transaction id, so a gap younger than this is not given up. */
const graceMs = 2_000

interface Gap {
  /** When it was noticed (monotonic ms). */
  readonly at: number
  /** Every transaction that can still fill the gap has an id below this. Determined at the read after the one that noticed the gap. */
  before?: bigint
}

/** The transactions at one moment: all below `oldest` have ended, and none from `next` on has begun. */
interface Snapshot {
  readonly oldest: bigint
  readonly next: bigint
}

/**
 * Reads live events as they commit, which is not the order of their ids. An event is delivered as soon as it is visible. A skipped id is
 * looked for until every transaction that may hold it has ended; only the cursor waits for it.
 */
export class LiveEventReader {
  readonly #db: Kysely<Tables>
  #top = 0
  readonly #gaps = new Map<number, Gap>()

  constructor(db: Kysely<Tables>) {
    this.#db = db
  }

  /** Starts after what is stored now, and also looks for ids missing shortly before that. */
  async start(): Promise<void> {
    const row = await this.#db
      .selectFrom('live_event')
      .select((e) => e.fn.max('id').as('id'))
      .executeTakeFirst()
    this.#top = Math.max(0, (row?.id ?? 0) - lookBack)
    for (let more = true; more;) ({ more } = await this.read())
  }

  /** Continues at a stored cursor. */
  resume(cursor: string): void {
    const [top = 0, ...gaps] = cursor.split('-').map(Number)
    this.#top = top
    this.#gaps.clear()
    for (const id of gaps) this.#gaps.set(id, { at: performance.now() })
  }

  /** The events committed since the last read, in id order, and whether there are more. */
  async read(): Promise<{ events: StoredEvent[]; more: boolean }> {
    const gaps = [...this.#gaps.keys()]
    const snapshot = gaps.length === 0 ? undefined : await this.#snapshot()
    const events = await this.#stored(this.#top, gaps, readLimit)
    if (snapshot) this.#giveUp(snapshot)
    this.#track(events)
    return { events, more: events.length >= readLimit }
  }

  /** The first rows after an id, and those with missing ids below it, in id order. Two reads, so that each uses its index. */
  async #stored(top: number, missing: readonly number[], limit: number, db = this.#db): Promise<StoredEvent[]> {
    const { rows } = await sql<StoredEvent>`
      (select * from live_event where id > ${top} order by id limit ${limit})
      union all select * from live_event where id = any(${missing}::bigint[])
      order by id`.execute(db)
    return rows
  }

  /** Taken before the events, and only if ids are missing: whatever has committed by then is visible to the read. */
  async #snapshot(): Promise<Snapshot> {
    const { rows } = await sql<{ oldest: string; next: string }>`
      select pg_snapshot_xmin(snapshot)::text as oldest, pg_snapshot_xmax(snapshot)::text as next
      from pg_current_snapshot() as snapshot`.execute(this.#db)
    return { oldest: BigInt(rows[0]?.oldest ?? 0), next: BigInt(rows[0]?.next ?? 0) }
  }

  /** Forgets missing ids that no transaction can store any more. */
  #giveUp({ oldest, next }: Snapshot): void {
    const now = performance.now()
    for (const [id, gap] of this.#gaps) {
      gap.before ??= next
      if (gap.before <= oldest && now - gap.at > graceMs) this.#gaps.delete(id)
    }
  }

  #track(events: readonly StoredEvent[]): void {
    const now = performance.now()
    for (const { id } of events) {
      this.#gaps.delete(id)
      for (let missing = Math.max(this.#top + 1, id - maxGaps); missing < id; missing++) this.#gaps.set(missing, { at: now })
      this.#top = Math.max(this.#top, id)
    }
    for (const id of this.#gaps.keys()) {
      if (this.#gaps.size <= maxGaps) break
      this.#gaps.delete(id)
    }
  }

  /** Whether the event with this id has been read. */
  has(id: number): boolean {
    return id <= this.#top && !this.#gaps.has(id)
  }

  /** The position of the reader: the highest id, and the ids below it not seen yet, as in `120` or `120-97-112`. */
  get cursor(): string {
    const gaps = [...this.#gaps.keys()]
    if (gaps.length > gapsInCursor) return String(Math.min(...gaps) - 1)
    return [this.#top, ...gaps].join('-')
  }

  /** What was stored after a cursor. Undefined if there are more than `limit`, or if some have been deleted. */
  async since(cursor: string, limit: number, db: Kysely<Tables>): Promise<StoredEvent[] | undefined> {
    if (!/^\d{1,15}(-\d{1,15}){0,50}$/.test(cursor)) return undefined
    const [top = 0, ...gaps] = cursor.split('-').map(Number)
    const from = Math.min(top, ...gaps.map((id) => id - 1))
    const [range, events] = await Promise.all([
      db
        .selectFrom('live_event')
        .select((e) => [e.fn.min('id').as('first'), e.fn.max('id').as('last')])
        .executeTakeFirst(),
      this.#stored(top, gaps, limit + 1, db),
    ])
    const { first, last } = range ?? {}
    const isThere = first !== undefined && first <= from + 1 && (last ?? 0) >= top
    // The first console of a new installation has missed nothing.
    if (from === 0 && top === 0 && events.length <= limit) return events
    return isThere && events.length <= limit ? events : undefined
  }
}

const keptMs = 86_400_000
/** What a stored cursor has not read yet is kept for longer. */
const unreadMs = 7 * keptMs

/**
 * Deletes live events older than a day: a console that was away for longer rereads everything. What something that must miss none
 * (live-cursor.ts) has not read yet stays for a week.
 */
export const deleteOldEvents = async (systemDb: Kysely<Tables>, now: Date): Promise<void> => {
  const before = (ms: number): Date => new Date(now.getTime() - ms)
  await sql`
    delete from live_event where at < ${before(unreadMs)} or at < ${before(keptMs)} and id < coalesce((
      select min(unread::bigint) from live_cursor, unnest(string_to_array(position, '-')) as unread), 9223372036854775807)`.execute(
    systemDb,
  )
}
