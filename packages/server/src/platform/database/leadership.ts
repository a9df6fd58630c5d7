import { setTimeout as delay } from 'node:timers/promises'
import pg from 'pg'
import { messageOf } from '../startup-error.ts'

export interface LeadershipOptions {
  readonly connection: pg.PoolConfig
  /** What is led. Among the processes on one database, one is the leader. */
  readonly name: string
  readonly log: { info(fields: object, message: string): void; warn(fields: object, message: string): void }
  readonly onGained: () => void
  readonly onLost: () => void
}

const beatMs = 1000
/** PostgreSQL drops a leader that it has not heard from for this long, whether frozen, overloaded or cut off. */
const silenceMs = 5000
const queryMs = 3000

/**
 * Elects one leader among many processes: an advisory lock on its own connection, which is pinged every second. A leader that
 * dies loses it immediately. One that is frozen, or whose event loop hangs, loses it after five seconds, because the database
 * ends a session that stays idle for longer.
 */
export class Leadership {
  readonly #options: LeadershipOptions
  readonly #stopped = new AbortController()
  #client: pg.Client | undefined
  #running: Promise<void> | undefined
  #held = false
  #answeredAt = Number.NEGATIVE_INFINITY

  constructor(options: LeadershipOptions) {
    this.#options = options
  }

  get held(): boolean {
    return this.#held
  }

  /** Whether the database answers, so that this process could take over if the leader fails. */
  get isStandingBy(): boolean {
    return !this.#held && performance.now() - this.#answeredAt < silenceMs
  }

  start(): void {
    this.#running ??= this.#run()
  }

  /** Gives up the leadership. */
  async stop(): Promise<void> {
    this.#stopped.abort()
    await this.#running
  }

  /** Asks the database whether we still lead: after a freeze we may wrongly believe so. */
  async confirm(): Promise<boolean> {
    if (!this.#held) return false
    await this.#client?.query('select 1').catch(() => this.#lose('the connection was lost'))
    return this.#held
  }

  async #run(): Promise<void> {
    const { signal } = this.#stopped
    while (!signal.aborted) {
      await this.#campaign().catch((error: unknown) => this.#lose(messageOf(error)))
      await delay(beatMs, undefined, { signal }).catch(() => undefined)
    }
  }

  /** Until the connection fails or we stop. */
  async #campaign(): Promise<void> {
    const { connection, name, log, onGained } = this.#options
    const { signal } = this.#stopped
    const limits = { keepAlive: true, connectionTimeoutMillis: queryMs, query_timeout: queryMs, statement_timeout: queryMs }
    const client = new pg.Client({ ...connection, ...limits })
    client.on('error', (error) => this.#lose(error.message))
    try {
      await client.connect()
      await client.query(`set idle_session_timeout = ${silenceMs}`)
      this.#client = client
      while (!signal.aborted) {
        if (this.#held) await client.query('select 1')
        else {
          const { rows } = await client.query<{ held: boolean }>('select pg_try_advisory_lock(hashtextextended($1, 0)) as held', [
            name,
          ])
          this.#held = rows[0]?.held === true
          if (this.#held) {
            log.info({ name }, 'this process leads')
            onGained()
          }
        }
        this.#answeredAt = performance.now()
        await delay(beatMs, undefined, { signal }).catch(() => undefined)
      }
      this.#lose('stopped')
    } finally {
      this.#client = undefined
      await client.end().catch(() => undefined)
    }
  }

  #lose(reason: string): void {
    if (!this.#held) return
    this.#held = false
    this.#options.log.warn({ name: this.#options.name, reason }, 'this process no longer leads')
    this.#options.onLost()
  }
}
