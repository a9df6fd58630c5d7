import {
  decodeCommandReply,
  decodeHeartbeat,
  decodeReportMessage,
  decodeUpgradeProgress,
  parseDeviceTime,
} from '@emberwatch/device-link'
import type { MalformedReason, ReportItem, ReportMessage } from '@emberwatch/device-link'
import type { BrokerMessage, MessageDone } from '../../platform/broker/broker.ts'
import type { DeviceEntry, Directory, GatewayEntry } from './directory.ts'
import type { Inbound, ReportRow } from './inbound.ts'
import type { LogBudget } from './log-budget.ts'
import type { Meanings } from './meanings.ts'
import { isUrgent } from './write-batch.ts'

export interface PrepareOptions {
  directory: Directory
  meanings: Meanings
  budget: LogBudget
}

/** Turns what came off a wire into what the database stores. At once when everything about it is in memory, as it nearly always is. */
export class Preparer {
  readonly #options: PrepareOptions

  constructor(options: PrepareOptions) {
    this.#options = options
  }

  /** Rejects when the database had to be asked and is away. */
  prepare(message: BrokerMessage, done: MessageDone): Inbound | Promise<Inbound> {
    const gateway = this.#options.directory.peek(message.gateway)
    if (gateway !== undefined) return this.#decode(message, gateway, done)
    return this.#options.directory.gateway(message.gateway).then((found) => this.#decode(message, found, done))
  }

  #decode(message: BrokerMessage, gateway: GatewayEntry | undefined, done: MessageDone): Inbound | Promise<Inbound> {
    if (gateway === undefined) return this.#malformed(message, undefined, 'unknownTopic', done)
    switch (message.channel) {
      case 'report': {
        const decoded = decodeReportMessage(message.payload)
        return decoded.ok
          ? this.#report(message, gateway, decoded.message, done)
          : this.#malformed(message, gateway, decoded.reason, done)
      }
      case 'heartbeat': {
        const decoded = decodeHeartbeat(message.payload)
        if (!decoded.ok) return this.#malformed(message, gateway, decoded.reason, done)
        return { ...base(message, gateway, done), sequence: decoded.message.seq, heartbeat: decoded.message }
      }
      case 'command/reply':
      case 'upgrade/progress': {
        const decode = message.channel === 'command/reply' ? decodeCommandReply : decodeUpgradeProgress
        const decoded = decode(message.payload)
        if (!decoded.ok) return this.#malformed(message, gateway, decoded.reason, done)
        return { ...base(message, gateway, done), log: { ...logged(message), result: 'taken', reason: null } }
      }
      default:
        return this.#malformed(message, gateway, 'unknownTopic', done)
    }
  }

  #report(message: BrokerMessage, gateway: GatewayEntry, report: ReportMessage, done: MessageDone): Inbound | Promise<Inbound> {
    const unresolved = new Set<string>()
    for (const { device } of report.reports) if (device !== undefined && !gateway.devices.has(device)) unresolved.add(device)
    if (unresolved.size === 0) return this.#rows(message, gateway, report, done)
    const lookups = [...unresolved].map((code) => this.#options.directory.device(gateway, code))
    return Promise.all(lookups).then(() => this.#rows(message, gateway, report, done))
  }

  #rows(message: BrokerMessage, gateway: GatewayEntry, report: ReportMessage, done: MessageDone): Inbound {
    const rows: ReportRow[] = []
    let foreign = 0
    for (const item of report.reports) {
      const device = item.device === undefined ? null : (gateway.devices.get(item.device) ?? 'unknown')
      if (device === 'foreign') foreign++
      else rows.push(this.#row(item, device === 'unknown' ? null : device))
    }
    const { gateway: client, receivedAt } = message
    const weight = rows.length + 1
    const inbound: Inbound = {
      gateway,
      client,
      receivedAt,
      decodedAt: new Date(),
      sequence: report.seq,
      rows,
      urgent: isUrgent(rows),
      weight,
      malformed: foreign,
      done,
    }
    return foreign === 0 ? inbound : { ...inbound, ...this.#logLine(message, 'foreignDevice') }
  }

  #row(item: ReportItem, device: DeviceEntry | null): ReportRow {
    return {
      device,
      deviceCode: item.device ?? null,
      format: item.format,
      code: item.code,
      meaning: this.#options.meanings.find(item.format, item.code),
      deviceTime: parseDeviceTime(item.time),
      values: item.values,
    }
  }

  #malformed(message: BrokerMessage, gateway: GatewayEntry | undefined, reason: MalformedReason, done: MessageDone): Inbound {
    return { ...base(message, gateway, done), malformed: 1, ...this.#logLine(message, reason) }
  }

  /** Nothing when this sender has filled its part of the log for now; it is still counted. */
  #logLine(message: BrokerMessage, reason: MalformedReason): Pick<Inbound, 'log'> {
    if (!this.#options.budget.take(message.gateway)) return {}
    return { log: { ...logged(message), result: 'malformed', reason } }
  }
}

function base(message: BrokerMessage, gateway: GatewayEntry | undefined, done: MessageDone): Inbound {
  const { gateway: client, receivedAt } = message
  const decodedAt = receivedAt
  return { gateway, client, receivedAt, decodedAt, sequence: undefined, rows: [], urgent: false, weight: 1, malformed: 0, done }
}

/** Kept of a payload in the log. */
const LOGGED_BYTES = 2048

function logged({ topic, payload }: BrokerMessage): { topic: string; payload: string } {
  const head = Buffer.from(payload.subarray(0, LOGGED_BYTES)).toString()
  return { topic: storable(topic.slice(0, 300)), payload: storable(head) }
}

/** PostgreSQL stores every character but NUL. */
function storable(text: string): string {
  return text.replaceAll('\0', '\uFFFD')
}
