import type { Batcher, BatcherStatus } from './batcher.ts'
import type { InboundMessage } from './inbound-message.ts'

/** Two: while one writes, the other's messages are decoded and encoded, so that neither the program nor the database waits. */
export const TELEMETRY_LANES = 2
/** An urgent message with more reports takes so long to store that no other gateway's fire may wait for it. */
const LARGE_WEIGHT = 300

/**
 * The writers side by side, each with a connection of its own. Urgent messages have one to themselves, so that a fire never waits
 * for a batch of telemetry, and large ones another: one of 256 KiB may hold thousands of fires. The other messages are divided by gateway. Those of one gateway
 * stay in order.
 */
export class Lanes {
  readonly #urgent: Batcher<InboundMessage>
  readonly #large: Batcher<InboundMessage>
  /** How many messages of a sender are in the lane of the large ones: its next ones follow them. */
  readonly #largeOf = new Map<string, number>()
  readonly #telemetry: readonly Batcher<InboundMessage>[]

  /** `create` is called once for each lane. */
  constructor(create: () => Batcher<InboundMessage>) {
    this.#urgent = create()
    this.#large = create()
    this.#telemetry = Array.from({ length: TELEMETRY_LANES }, create)
  }

  add(item: InboundMessage): void {
    if (!item.urgent) this.#telemetry[(item.gateway?.id ?? 0) % TELEMETRY_LANES]?.add(item)
    else if (item.weight > LARGE_WEIGHT || this.#largeOf.has(item.client)) this.#addLarge(item)
    else this.#urgent.add(item)
  }

  #addLarge(item: InboundMessage): void {
    const { client, done } = item
    const count = (more: number) => (this.#largeOf.get(client) ?? 0) + more
    this.#largeOf.set(client, count(1))
    item.done = (error) => {
      if (count(-1) > 0) this.#largeOf.set(client, count(-1))
      else this.#largeOf.delete(client)
      done(error)
    }
    this.#large.add(item)
  }

  /** Messages waiting, not counting those being written. */
  get size(): number {
    return this.#all.reduce((sum, { size }) => sum + size, 0)
  }

  /** Whether the last write of any lane failed. */
  get failing(): boolean {
    return this.#all.some(({ failing }) => failing)
  }

  get status(): BatcherStatus {
    const all = this.#all.map(({ status }) => status)
    const oldest = all.flatMap(({ oldestWaitingMs }) => oldestWaitingMs ?? [])
    const written = all.flatMap(({ lastWrittenAt }) => lastWrittenAt?.getTime() ?? [])
    return {
      storing: this.failing ? 'failing' : 'ok',
      waiting: all.reduce((sum, { waiting }) => sum + waiting, 0),
      oldestWaitingMs: oldest.length === 0 ? null : Math.max(...oldest),
      lastWrittenAt: written.length === 0 ? undefined : new Date(Math.max(...written)),
      salvaged: all.reduce((sum, { salvaged }) => sum + salvaged, 0),
    }
  }

  /** Waits for the running transactions. Messages still waiting are dropped unacknowledged. */
  async stop(): Promise<void> {
    await Promise.all(this.#all.map((lane) => lane.stop()))
  }

  get #all(): Batcher<InboundMessage>[] {
    return [this.#urgent, this.#large, ...this.#telemetry]
  }
}
