import { isReceiverName, topicPrefix } from '@emberwatch/device-link'
import { reasonCodes } from './reason-codes.ts'

/** The only filters a gateway may use, below its own prefix. A closed set limits what it can make us store. */
const downFilters: ReadonlySet<string> = new Set(['command', 'upgrade', '+', '#', 'command/#', 'upgrade/#', 'upgrade/chunk'])

/** The only filter of a receiver of events. */
const receiverFilters: ReadonlySet<string> = new Set(['events'])

/** The highest QoS for messages to a gateway: at least once, as `Broker.publish` promises. */
const maxQos = 1

/**
 * The subscriptions of one connection. Only its own down topics: whatever the filter, nothing that gateways sent is ever sent
 * back.
 */
export class Subscriptions {
  readonly #prefix: string
  readonly #allowed: ReadonlySet<string>
  readonly #filters = new Map<string, { qos: 0 | 1; identifier: number | undefined }>()

  constructor(gateway: string) {
    this.#prefix = `${topicPrefix}${gateway}/`
    this.#allowed = isReceiverName(gateway) ? receiverFilters : downFilters
  }

  /** The granted QoS, or a reason code from 0x80 up. */
  add(filter: string, qos: number, identifier: number | undefined): number {
    if (filter.startsWith('$share/')) return reasonCodes.sharedSubscriptionsUnsupported
    if (!filter.startsWith(this.#prefix) || !this.#allowed.has(filter.slice(this.#prefix.length)))
      return reasonCodes.notAuthorized
    const granted = qos < maxQos ? 0 : maxQos
    this.#filters.set(filter.slice(this.#prefix.length), { qos: granted, identifier })
    return granted
  }

  /** Whether the subscription existed. */
  remove(filter: string): boolean {
    return filter.startsWith(this.#prefix) && this.#filters.delete(filter.slice(this.#prefix.length))
  }

  /** How one of our topics reaches this connection: once, with the highest QoS and all identifiers of its filters. */
  match(topic: string): { qos: 0 | 1; identifiers: number[] } | undefined {
    const rest = topic.slice(this.#prefix.length)
    let best: 0 | 1 | undefined
    const identifiers: number[] = []
    for (const [filter, { qos, identifier }] of this.#filters) {
      if (!matches(filter, rest)) continue
      best = best === 1 ? 1 : qos
      if (identifier !== undefined) identifiers.push(identifier)
    }
    return best === undefined ? undefined : { qos: best, identifiers }
  }
}

const matches = (filter: string, rest: string): boolean => {
  if (filter === '#' || filter === rest) return true
  if (filter === '+') return !rest.includes('/')
  return filter.endsWith('/#') && (rest === filter.slice(0, -2) || rest.startsWith(filter.slice(0, -1)))
}
