import { hash } from 'node:crypto'
import {
  maxValueLength,
  omittedValues,
  unreadableCode,
  upChannels,
  decodeCommandReply,
  decodeHeartbeat,
  decodeReportMessage,
  decodeUpgradeAsk,
  decodeUpgradeChunkRequest,
  decodeUpgradeProgress,
  emberwatch,
  findHiddenReports,
  type MalformedReason,
  type ReceivedMessage,
  type ReceivedReport,
} from '@emberwatch/device-link'
import type { BrokerMessage, DecodedContent, MessageDone } from '../../../platform/broker/broker.ts'
import { systemClock, type Clock } from '../../../platform/context.ts'
import { mayHideAlarm, type Unread } from '../../equipment/report-param/code-meanings.ts'
import { classifyFailure } from './classify-failure.ts'
import { isAboutAlarm, isUrgent } from './signals.ts'
import { readDeviceTime, type DeviceTime } from './device-clock.ts'
import { knownDevice, unknownGatewayId, type DeviceEntry, type GatewayCache, type GatewayEntry } from './gateway-cache.ts'
import { numberOf, unreadMessage, type InboundMessage, type ReportRow, type UnknownEntry } from './inbound-message.ts'
import type { LogBudget } from '../../../platform/broker/log-budget.ts'
import type { ReportCodeTable } from './report-code-table.ts'
import { emptyEntry, entryOf, unknownGatewayEntry } from './unmatched.ts'
import { payloadHead, logLine, toStorableText } from './storable-text.ts'
import type { UnderWay, Watched } from '../../../platform/under-way.ts'

export interface PrepareOptions {
  readonly gatewayCache: GatewayCache
  readonly reportCodes: ReportCodeTable
  readonly budget: LogBudget
  readonly underWay?: Pick<UnderWay, 'watch' | 'watching'> | undefined
  readonly clock?: Clock | undefined
}

/** Turns a received message into what the database stores. Synchronous if everything it needs is cached, which is nearly always the case. */
export class Preparer {
  readonly #options: PrepareOptions

  constructor(options: PrepareOptions) {
    this.#options = options
  }

  /**
   * Rejects if a lookup is needed and the database is unavailable. After any other failure the message is kept as unreadable, and so is one
   * that crashes the program: it is not read again.
   */
  prepare(message: BrokerMessage, done: MessageDone): InboundMessage | Promise<InboundMessage> {
    const { underWay } = this.#options
    // A digest of each message only when it is needed.
    const watched = underWay?.watching()
      ? underWay.watch(`report ${message.gateway} ${hash('sha256', message.payload, 'hex')}`)
      : undefined
    return watched === undefined ? this.#prepare(message, done) : this.#prepareWatched(message, done, watched)
  }

  async #prepareWatched(message: BrokerMessage, done: MessageDone, watched: Watched): Promise<InboundMessage> {
    const settled: MessageDone = (error) => {
      watched.end()
      done(error)
    }
    try {
      await watched.ready
      if (!watched.isSetAside) return await this.#prepare(message, settled)
      return this.unreadable(message, await this.#gatewayOf(message), 'notStorable', settled)
    } catch (error) {
      watched.end()
      throw error
    }
  }

  #prepare(message: BrokerMessage, done: MessageDone): InboundMessage | Promise<InboundMessage> {
    const gateway = this.#options.gatewayCache.peek(message.gateway)
    try {
      const item = gateway !== undefined ? this.#decode(message, gateway, done) : this.#lookUp(message, done)
      return item instanceof Promise ? item.catch((error: unknown) => this.#failed(message, error, done)) : item
    } catch (error) {
      if (gateway === undefined || classifyFailure(error) === 'outage') throw error
      return this.unreadable(message, gateway, 'notStorable', done)
    }
  }

  /** Whose message it was may have become known only meanwhile. */
  async #failed(message: BrokerMessage, error: unknown, done: MessageDone): Promise<InboundMessage> {
    if (classifyFailure(error) === 'outage') throw error
    return this.unreadable(message, await this.#gatewayOf(message), 'notStorable', done)
  }

  async #gatewayOf({ gateway }: BrokerMessage): Promise<GatewayEntry | undefined> {
    const { gatewayCache } = this.#options
    const known = await gatewayCache.gateway(gateway).catch((error: unknown) => {
      if (classifyFailure(error) === 'outage') throw error
      return undefined // a name that the database cannot look up is unknown
    })
    return known ?? (await gatewayCache.unknownGateway(gateway))
  }

  /**
   * What can always be stored of a message, whatever is wrong with it: a log line and a fault of its gateway, and an alarm of it if the
   * message may be one.
   */
  unreadable(
    message: BrokerMessage,
    gateway: GatewayEntry | undefined,
    reason: MalformedReason,
    done: MessageDone,
    cut = reason === 'tooLarge',
  ): InboundMessage {
    const rows = this.#unreadRows(message, gateway, [], cut ? 'cut' : reason === 'notJson' ? reason : undefined)
    return {
      ...unreadMessage(message, gateway, done),
      // Somebody has to look at it, so it is as urgent as any fault.
      urgent: true,
      alarm: isAboutAlarm(rows),
      weight: rows.length + 1,
      rows,
      malformed: 1,
      refused: 1,
      detectedFaults: ['unreadable'],
      unknown: [
        { ...emptyEntry, kind: 'unreadable', key: reason, mayBeAlarm: rows.length > 0, report: payloadHead(message) },
        ...unknownGatewayEntry(message, gateway),
      ],
      ...this.#logLine(message, reason),
    }
  }

  /** An alarm of the gateway, with what was sent, if what could not be read of a message may be one. */
  #unreadRows(
    message: BrokerMessage,
    gateway: GatewayEntry | undefined,
    rows: readonly ReportRow[],
    flaw: Unread['flaw'],
  ): ReportRow[] {
    const { payload, channel } = message
    const { reportCodes } = this.#options
    const isReport = channel === undefined || !otherChannels.has(channel)
    if (gateway === undefined || !mayHideAlarm(reportCodes, { payload, rows, isReport, flaw })) return []
    return [
      {
        device: null,
        deviceCode: gateway.id === unknownGatewayId ? gateway.code : null,
        format: emberwatch,
        code: unreadableCode,
        meaning: reportCodes.find(emberwatch, unreadableCode),
        deviceTime: undefined,
        sentTime: null,
        values: { message: toStorableText(payloadHead(message).slice(0, maxValueLength)) },
        problem: unreadableCode,
      },
    ]
  }

  async #lookUp(message: BrokerMessage, done: MessageDone): Promise<InboundMessage> {
    const gateway = await this.#gatewayOf(message)
    return gateway === undefined
      ? this.unreadable(message, undefined, 'unknownTopic', done)
      : this.#decode(message, gateway, done)
  }

  #decode(message: BrokerMessage, gateway: GatewayEntry, done: MessageDone): InboundMessage | Promise<InboundMessage> {
    const { channel, payload, frame } = message
    if (frame !== undefined) return this.#decoded(message, gateway, frame.content, done)
    if (channel !== undefined && otherChannels.has(channel)) {
      const other = this.#other(message, gateway, done)
      const hidden = other === undefined ? undefined : this.#hidden(payload, other)
      if (other !== undefined && hidden === undefined) return other
      if (hidden !== undefined) return this.#with(this.#find(message, gateway, hidden, done), other)
    }
    const decoded = decodeReportMessage(payload)
    if (!decoded.ok) {
      const reason = channel === undefined ? 'unknownTopic' : decoded.reason
      return this.unreadable(message, gateway, reason, done, decoded.cut === true || reason === 'tooLarge')
    }
    return this.#find(message, gateway, decoded.message, done)
  }

  /** A frame of another language. Without content it could not be read. */
  #decoded(
    message: BrokerMessage,
    gateway: GatewayEntry,
    content: DecodedContent | undefined,
    done: MessageDone,
  ): InboundMessage | Promise<InboundMessage> {
    if (content === undefined) return this.unreadable(message, gateway, 'notJson', done)
    if ('report' in content) return this.#find(message, gateway, content.report, done)
    const unknown = unknownGatewayEntry(message, gateway)
    return { ...unreadMessage(message, gateway, done), heartbeat: content.heartbeat, unknown }
  }

  /**
   * Reports in a message of a channel that carries none: a fire counts wherever it stands, and however often it was wrapped. In an answer to
   * a command, a code on its own may be an error code.
   */
  #hidden(payload: Uint8Array, { reply }: InboundMessage): ReceivedMessage | undefined {
    const found = findHiddenReports(payload, reply !== undefined)
    if (found === undefined || reply === undefined) return found
    const reports = found.reports.filter(
      ({ device, format, code }) =>
        (device ?? null) !== null || (format ?? null) !== null || this.#options.reportCodes.find(null, code)?.type === 'alarm',
    )
    return reports.length === 0 ? undefined : { ...found, reports }
  }

  /** A message that also carries reports still is what it is. */
  #with(
    item: InboundMessage | Promise<InboundMessage>,
    other: InboundMessage | undefined,
  ): InboundMessage | Promise<InboundMessage> {
    if (item instanceof Promise) return item.then((found) => this.#with(found, other))
    const { heartbeat, reply, ask, progress, piece } = other ?? {}
    return Object.assign(
      item,
      Object.fromEntries(Object.entries({ heartbeat, reply, ask, progress, piece }).filter(([, part]) => part !== undefined)),
    )
  }

  /** Looks up the devices of the message's reports. */
  #find(
    message: BrokerMessage,
    gateway: GatewayEntry,
    report: ReceivedMessage,
    done: MessageDone,
  ): InboundMessage | Promise<InboundMessage> {
    const unresolved = new Set<string>()
    for (const { device } of report.reports)
      if (typeof device === 'string' && knownDevice(gateway, device) === undefined) unresolved.add(device)
    if (unresolved.size === 0) return this.#reports(message, gateway, report, done)
    const lookups = [...unresolved].map((code) => this.#options.gatewayCache.device(gateway, code))
    return Promise.all(lookups).then(() => this.#reports(message, gateway, report, done))
  }

  /** A message on a channel that carries no reports. Undefined if it cannot be read as one. */
  #other(message: BrokerMessage, gateway: GatewayEntry, done: MessageDone): InboundMessage | undefined {
    const { channel, payload } = message
    if (channel === 'heartbeat') {
      const decoded = decodeHeartbeat(payload)
      if (!decoded.ok) return undefined
      return { ...unreadMessage(message, gateway, done), heartbeat: decoded.message }
    }
    const item = (): InboundMessage => ({
      ...unreadMessage(message, gateway, done),
      log: { ...logLine(message), result: 'taken', reason: null },
    })
    if (channel === 'command/reply') {
      const decoded = decodeCommandReply(payload)
      if (!decoded.ok) return undefined
      return { ...item(), reply: decoded.message }
    }
    if (channel === 'upgrade/ask') {
      const decoded = decodeUpgradeAsk(payload)
      return decoded.ok ? { ...item(), ask: decoded.message } : undefined
    }
    if (channel === 'upgrade/chunk/get') {
      const decoded = decodeUpgradeChunkRequest(payload)
      // Not logged: a file has hundreds of pieces.
      return decoded.ok ? { ...unreadMessage(message, gateway, done), piece: decoded.message } : undefined
    }
    const decoded = decodeUpgradeProgress(payload)
    return decoded.ok ? { ...item(), progress: decoded.message } : undefined
  }

  #reports(message: BrokerMessage, gateway: GatewayEntry, report: ReceivedMessage, done: MessageDone): InboundMessage {
    const rows: ReportRow[] = []
    const unknown: UnknownEntry[] = unknownGatewayEntry(message, gateway)
    const sent = readDeviceTime(report.time, gateway.timeZone, message.receivedAt)
    for (const received of report.reports) {
      const device = typeof received.device === 'string' ? (knownDevice(gateway, received.device) ?? 'unknown') : null
      const row = this.#row(received, gateway, typeof device === 'string' ? null : device, message, sent)
      rows.push(row)
      const entry = entryOf(received, row, device)
      if (entry !== undefined) unknown.push(entry)
    }
    const number = numberOf(message, gateway, report, rows)
    const sentAt = sent.at ?? rows[0]?.deviceTime
    if (report.unreadable > 0) rows.push(...this.#unreadRows(message, gateway, rows, report.cut === true ? 'cut' : undefined))
    if (rows.some(({ values }) => values !== undefined && omittedValues in values))
      unknown.push({
        ...emptyEntry,
        kind: 'unreadable',
        key: 'tooManyValues',
        mayBeAlarm: false,
        report: payloadHead(message),
      })
    const misplaced = message.channel !== 'report'
    const foreign = unknown.filter(({ kind }) => kind === 'foreignDevice').length
    const malformed = report.unreadable + foreign + Number(misplaced)
    const reason =
      report.unreadable > 0 ? (report.cut === true ? 'notJson' : 'wrongType') : misplaced ? 'unknownTopic' : 'foreignDevice'
    if (report.unreadable > 0) unknown.push({ ...emptyEntry, kind: 'unreadable', key: reason, report: payloadHead(message) })
    // Assigned rather than spread, as this runs for every message.
    const item = unreadMessage(message, gateway, done)
    item.decodedAt = (this.#options.clock ?? systemClock).now()
    item.number = number
    item.sentAt = sentAt
    item.rows = rows
    item.urgent = isUrgent(rows) || report.unreadable > 0
    item.alarm = isAboutAlarm(rows)
    item.weight = rows.length + 1
    item.unknown = unknown
    item.malformed = malformed
    item.refused = report.unreadable
    if (report.unreadable > 0) item.detectedFaults = ['unreadable']
    return malformed > 0 ? { ...item, ...this.#logLine(message, reason) } : item
  }

  #row(
    item: ReceivedReport,
    gateway: GatewayEntry,
    device: DeviceEntry | null,
    { receivedAt }: BrokerMessage,
    ofMessage: DeviceTime,
  ): ReportRow {
    const { code, format = null, time, values, problems } = item
    const own = readDeviceTime(time, device?.timeZone ?? gateway.timeZone, receivedAt)
    const clock = own.at === undefined && own.sent === null ? ofMessage : own
    const doubts = clock.isDoubtful ? [...(problems ?? []), 'time'] : problems
    return {
      device,
      deviceCode: gateway.id === unknownGatewayId ? [gateway.code, item.device].filter(Boolean).join('/') : (item.device ?? null),
      format,
      code,
      meaning: this.#options.reportCodes.find(format, code),
      deviceTime: clock.at,
      sentTime: clock.sent,
      values,
      problem: doubts?.join(' ') ?? null,
    }
  }

  /** Empty if this sender has used up its share of the log. The message is still counted. */
  #logLine(message: BrokerMessage, reason: MalformedReason): Pick<InboundMessage, 'log'> {
    if (!this.#options.budget.take(message.gateway)) return {}
    return { log: { ...logLine(message), result: 'malformed', reason } }
  }
}

/** Channels that carry no reports. A message that cannot be read as its channel's kind is searched for reports all the same. */
const otherChannels: ReadonlySet<string> = new Set(upChannels.filter((channel) => channel !== 'report'))
