import type pg from 'pg'

/** The clock never advances by more than this at once: after a pause, a process cannot know what it would have received. */
const longestStepMs = 3_000
/** While any process reports that it cannot receive or store, silence does not count. Its last report is valid for this long. */
const notReceivingS = 10

/**
 * Time during which the system could receive, in milliseconds, kept in the database (`listening`). It stands still while no ingest process
 * runs and while the database or a broker is unavailable, and it survives restarts. It does not depend on the wall clock. Each process adds
 * only time that no other process has added, so no second counts twice.
 */
export class ListeningClock {
  #known: { ms: number; at: number } | undefined
  readonly #now: () => number

  /** @param now a monotonic clock (ms) */
  constructor(now: () => number = () => performance.now()) {
    this.#now = now
  }

  /**
   * Advances the clock in the caller's transaction and returns its value. `isReceiving`: whether this process could receive without a break
   * since the last call.
   */
  async advance(client: pg.ClientBase, isReceiving: boolean): Promise<number> {
    const { rows } = await client.query<{ ms: number; deaf: boolean }>({
      name: 'listening',
      text: `select ms, exists (select from process_beat
               where problems && '{storing,broker}' and beat_at > now() - interval '${notReceivingS} seconds') as deaf
             from listening for update of listening`,
    })
    const ms = rows[0]?.ms ?? 0
    const at = this.#now()
    const known = this.#known
    const step = known?.ms === ms && isReceiving && rows[0]?.deaf !== true ? Math.min(at - known.at, longestStepMs) : 0
    const next = ms + Math.round(step)
    if (next !== ms) await client.query({ name: 'listening_on', text: 'update listening set ms = $1', values: [next] })
    this.#known = { ms: next, at }
    return next
  }

  /** Discards the time since the last call, because something failed in it. */
  discardStep(): void {
    this.#known = undefined
  }
}
