import type pg from 'pg'
import { FailureLimiter } from '../../../platform/broker/failure-limiter.ts'
import { markPeers, type GatewayPeer } from '../../equipment/gateway/gateway.batch.ts'

/** How often the address of one gateway is written per minute: its port changes with every connection. */
const perMinute = 1
/** How long addresses are collected before they are written (ms). */
const collectMs = 1_000

/** Where gateways call from over HTTP and on links, as their heartbeats say over MQTT. Apart from their reports, which must not wait for it. */
export class HttpPeers {
  readonly #pool: Pick<pg.Pool, 'query'>
  readonly #warn: (error: unknown) => void
  readonly #written = new FailureLimiter(perMinute)
  #waiting = new Map<number, GatewayPeer>()
  #timer: NodeJS.Timeout | undefined

  constructor(pool: Pick<pg.Pool, 'query'>, warn: (error: unknown) => void) {
    this.#pool = pool
    this.#warn = warn
  }

  note(peer: GatewayPeer): void {
    const key = `${peer.id} ${peer.ip}`
    if (this.#written.isBlocked(key)) return
    this.#written.failed(key)
    this.#waiting.set(peer.id, peer)
    this.#timer ??= setTimeout(() => void this.flush(), collectMs)
  }

  async flush(): Promise<void> {
    clearTimeout(this.#timer)
    this.#timer = undefined
    const peers = [...this.#waiting.values()]
    this.#waiting = new Map()
    if (peers.length > 0) await markPeers(this.#pool, peers).catch(this.#warn)
  }
}
