import type { EnumValue } from '@emberwatch/contract'
import type pg from 'pg'
import { FailureLimiter } from '../../../platform/broker/failure-limiter.ts'
import { hashGatewaySecret } from '../../../platform/broker/gateway-secret.ts'
import { unnest } from '../../../platform/database/unnest.ts'
import { markRefused, type RefusedGateway } from '../../equipment/gateway/gateway.batch.ts'
import { gatewayIdOf, type GatewayEntry } from './gateway-cache.ts'

export type SignInRefusal = EnumValue<'signInRefusal'>

interface Refusal {
  readonly id: number
  readonly reason: SignInRefusal
  readonly hash: Buffer
  /** What it tried: CONNECT, or a call over HTTP. */
  readonly topic: string
  readonly at: Date
}

/** Refusals of one gateway that are written per minute, and how many of the same kind. Further ones say nothing new. */
const perMinute = 5
const samePerMinute = 1
/** How long refusals are collected before they are written (ms). */
const collectMs = 500
/** Until a locked gateway is tried again (ms). */
const retryMs = 2_000

export interface RefusalLogOptions {
  readonly pool: Pick<pg.Pool, 'query'>
  now: () => Date
  readonly warn: (error: unknown) => void
}

/**
 * Writes refused sign-ins of known gateways into the MQTT log and on their pages. Nobody else hears of them: a gateway that is refused
 * cannot report that it is.
 */
export class RefusalLog {
  readonly #options: RefusalLogOptions
  readonly #ofGateway = new FailureLimiter(perMinute)
  readonly #same = new FailureLimiter(samePerMinute)
  #waiting: Refusal[] = []
  /** In the log already, and not yet on their gateways. */
  readonly #unmarked = new Map<number, RefusedGateway>()
  #stopped = false
  #timer: NodeJS.Timeout | undefined

  constructor(options: RefusalLogOptions) {
    this.#options = options
  }

  note(gateway: GatewayEntry, reason: SignInRefusal, secret: string, topic: string): void {
    const id = gatewayIdOf(gateway)
    if (id === null) return
    const hash = hashGatewaySecret(secret)
    const same = `${id} ${reason} ${hash.toString('base64')}`
    if (this.#same.isBlocked(same) || this.#ofGateway.isBlocked(String(id))) return
    this.#same.failed(same)
    this.#ofGateway.failed(String(id))
    this.#waiting.push({ id, reason, hash, topic, at: this.#options.now() })
    this.#timer ??= setTimeout(() => void this.flush(), collectMs)
  }

  async flush(): Promise<void> {
    clearTimeout(this.#timer)
    this.#timer = undefined
    const refusals = this.#waiting.splice(0)
    const { pool, warn } = this.#options
    try {
      const rows = refusals.length === 0 ? [] : (await pool.query<RefusedGateway>(insertOf(refusals))).rows
      for (const row of rows) this.#unmarked.set(row.id, row)
      if (this.#unmarked.size === 0) return
      for (const id of await markRefused(pool, [...this.#unmarked.values()])) this.#unmarked.delete(id)
      // Locked, perhaps only for a moment: presence writes the same rows.
      if (this.#unmarked.size > 0 && !this.#stopped) this.#timer ??= setTimeout(() => void this.flush(), retryMs)
    } catch (error) {
      // The gateway will try again, and be noted again.
      warn(error)
    }
  }

  async stop(): Promise<void> {
    this.#stopped = true
    await this.flush()
  }
}

const insertOf = (refusals: readonly Refusal[]) => ({
  name: 'ingest_refusals',
  text: insertSql,
  values: refused.values(refusals),
})

const refused = unnest<Refusal>(
  'r',
  {
    id: ['bigint', ({ id }) => id],
    reason: ['text', ({ reason }) => reason],
    hash: ['bytea', ({ hash }) => hash],
    topic: ['text', ({ topic }) => topic],
    at: ['timestamptz', ({ at }) => at],
  },
  { numbered: true },
)

/** Answers in the order in which they happened: a gateway's page says the last. */
const insertSql = `with refused as (
    select g.id, g.path, g.code, r.topic, r.at, r.position,
           case when r.reason = 'wrongSecret' and g.former_secret_hash = r.hash then 'replacedSecret' else r.reason end as reason
      from ${refused.from}
      join gateway g on g.id = r.id
  ), logged as (
    insert into mqtt_log (at, path, gateway_id, client, topic, direction, result, reason)
    select at, path, id, code, topic, 'up', 'refused', reason from refused
  )
  select id, at, reason from refused order by position`
