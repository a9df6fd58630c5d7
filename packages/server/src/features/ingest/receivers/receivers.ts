import type { BrokerLimits, BrokerLog, BrokerMessage, MessageDone } from '../../../platform/broker/broker.ts'
import type { Clock } from '../../../platform/context.ts'
import type { Config } from '../../../config.ts'
import { DatagramReceiver } from './datagram-receiver.ts'
import { dc09Link } from './dc09.ts'
import { gb26875Link } from './gb26875.ts'
import type { Admission } from './frame-intake.ts'
import type { LinkProtocol } from './link-protocol.ts'
import { LinkReceiver } from './link-receiver.ts'
import { ClockCorrections, UnknownSenders } from './link-senders.ts'
import { LogBudget } from '../../../platform/broker/log-budget.ts'

export interface ReceiversOptions {
  readonly config: Pick<Config, 'host' | 'linkPorts' | 'mqttProxies'>
  readonly limits?: Partial<BrokerLimits>
  readonly log: BrokerLog
  readonly clock: Clock
  /** Whether an address may send. Rejects while the database is unavailable. */
  admit(linkAddress: string, ip: string, isEncrypted: boolean): Promise<Admission>
  /** Accepts a frame. `done` is called after its commit. */
  take(message: BrokerMessage, done: MessageDone): void
}

const protocols: readonly LinkProtocol[] = [gb26875Link, dc09Link]

/** The receivers of other languages than device-link, as far as their ports are set. */
export class Receivers {
  readonly #all: readonly { tcp: LinkReceiver; udp: DatagramReceiver }[]

  constructor({ config, ...shared }: ReceiversOptions) {
    this.#all = protocols.flatMap((protocol) => {
      const port = config.linkPorts[protocol.name]
      if (port === undefined) return []
      const senders = {
        unknown: new UnknownSenders(protocol.name),
        corrections: new ClockCorrections(),
        budget: new LogBudget(),
      }
      const options = { ...shared, protocol, host: config.host }
      return [
        {
          tcp: new LinkReceiver({ ...options, port, proxies: config.mqttProxies }, senders),
          udp: new DatagramReceiver(options, senders),
        },
      ]
    })
  }

  /** Whether frames can arrive at each. True if there is none. */
  get ready(): boolean {
    return this.#all.every(({ tcp, udp }) => tcp.ready && udp.ready)
  }

  get connections(): number {
    return this.#all.reduce((sum, { tcp, udp }) => sum + tcp.connections + udp.peers, 0)
  }

  /** The ports that are open, by protocol. */
  get ports(): Readonly<Partial<Record<LinkReceiver['name'], number>>> {
    return Object.fromEntries(this.#all.map(({ tcp: { name, port } }) => [name, port]))
  }

  /** Rejects, with all of them closed, if a port is in use. */
  async start(): Promise<void> {
    try {
      for (const { tcp, udp } of this.#all) {
        await tcp.start()
        // The same number: with 0, the free one that TCP got.
        await udp.start(tcp.port)
      }
    } catch (error) {
      await this.stop()
      throw error
    }
  }

  async stop(): Promise<void> {
    await Promise.all(this.#all.flatMap(({ tcp, udp }) => [tcp.stop(), udp.stop()]))
  }

  /** A gateway changed, or any may have. */
  gatewaysChanged(): void {
    for (const { tcp, udp } of this.#all) {
      tcp.gatewaysChanged()
      udp.gatewaysChanged()
    }
  }
}
