import { performance } from 'node:perf_hooks'
import type pg from 'pg'
import {
  CodeMeanings,
  codeRowsQuery,
  faultTypesQuery,
  type CodeMeaning,
  type CodeRow,
  type DetectedFault,
} from '../../equipment/report-param/code-meanings.ts'

export type { CodeMeaning, DetectedFault } from '../../equipment/report-param/code-meanings.ts'

const staleMs = 30_000

/** The report code table in memory. Reloaded when it is older than half a minute, and on `invalidate`. */
export class ReportCodeTable {
  readonly #pool: pg.Pool
  #meanings = new CodeMeanings([], [])
  #readAt = 0
  #reading: Promise<void> | undefined
  #outdated = false

  constructor(pool: pg.Pool) {
    this.#pool = pool
  }

  /** Loads the table for the first time. Call before `find`. */
  async start(): Promise<void> {
    await this.#read()
  }

  /** See `CodeMeanings.find`. */
  find(format: string | null, code: string): CodeMeaning | undefined {
    if (performance.now() - this.#readAt > staleMs) {
      this.#readAt = performance.now()
      void this.#read().catch(() => undefined) // keep the old table until the database is back
    }
    return this.#meanings.find(format, code)
  }

  /** The id of a fault type that we raise. Undefined if it is missing. */
  faultType(fault: DetectedFault): number | undefined {
    return this.#meanings.faultType(fault)
  }

  /** The id of the "offline" fault type. Undefined if it is missing. */
  get offlineFaultType(): number | undefined {
    return this.faultType('offline')
  }

  invalidate(): void {
    // What is being read may predate the change.
    this.#outdated = this.#reading !== undefined
    void this.#read().catch(() => undefined)
  }

  #read(): Promise<void> {
    this.#reading ??= this.#load().finally(() => {
      this.#reading = undefined
      if (this.#outdated) this.invalidate()
    })
    return this.#reading
  }

  async #load(): Promise<void> {
    const { rows } = await this.#pool.query<CodeRow>(codeRowsQuery)
    const faults = await this.#pool.query<{ id: number; code: string }>(faultTypesQuery)
    this.#meanings = new CodeMeanings(rows, faults.rows)
    this.#readAt = performance.now()
  }
}
