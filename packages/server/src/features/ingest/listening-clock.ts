import type pg from 'pg'

/** More than this is never added at once: whoever comes back after a pause cannot know what it would have heard meanwhile. */
const LONGEST_STEP_MS = 3_000
/** A process that cannot take or store reports keeps silence from counting for so long after it last said so. */
const DEAF_S = 10

/**
 * Time during which the system could hear, in milliseconds, kept in the database (`listening`). It stands still while no ingest runs, while the database or a broker is
 * away, and over a restart; clocks may be set as they like. Each ingest process adds the time during which it saw nobody else add any, so that several never
 * add the same second twice.
 */
export class ListeningClock {
  #known: { ms: number; at: number } | undefined
  readonly #now: () => number

  /** @param now a clock that is never set (ms) */
  constructor(now: () => number = () => performance.now()) {
    this.#now = now
  }

  /** Moves the clock on, in the caller's transaction, and answers what it shows. `hearing`: whether this process could hear ever since the last call. */
  async advance(client: pg.ClientBase, hearing: boolean): Promise<number> {
    const { rows } = await client.query<{ ms: number; deaf: boolean }>({
      name: 'listening',
      text: `select ms, exists (select from process_beat
               where problems && '{storing,broker}' and beat_at > now() - interval '${DEAF_S} seconds') as deaf
             from listening for update of listening`,
    })
    const ms = rows[0]?.ms ?? 0
    const at = this.#now()
    const known = this.#known
    const step = known?.ms === ms && hearing && rows[0]?.deaf !== true ? Math.min(at - known.at, LONGEST_STEP_MS) : 0
    const next = ms + Math.round(step)
    if (next !== ms) await client.query({ name: 'listening_on', text: 'update listening set ms = $1', values: [next] })
    this.#known = { ms: next, at }
    return next
  }

  /** The time since the last call does not count: something went wrong in it. */
  doubt(): void {
    this.#known = undefined
  }
}
