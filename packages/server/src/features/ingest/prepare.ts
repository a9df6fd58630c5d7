import { hash } from 'node:crypto'
import {
  MAX_CODE_LENGTH,
  decodeCommandReply,
  decodeHeartbeat,
  decodeReportMessage,
  decodeUpgradeProgress,
  parseDeviceTime,
} from '@emberwatch/device-link'
import type { MalformedReason, ReceivedMessage, ReceivedReport } from '@emberwatch/device-link'
import type { BrokerMessage, MessageDone } from '../../platform/broker/broker.ts'
import { classifyFailure } from './classify-failure.ts'
import { isUrgent } from './conditions.ts'
import { STRANGER_ID } from './directory.ts'
import type { DeviceEntry, Directory, GatewayEntry } from './directory.ts'
import type { Inbound, MessageNumber, ReportRow, UnknownEntry } from './inbound.ts'
import type { LogBudget } from './log-budget.ts'
import type { Meanings } from './meanings.ts'
import { kept, logLine, storable } from './kept.ts'

export interface PrepareOptions {
  directory: Directory
  meanings: Meanings
  budget: LogBudget
}

type Device = DeviceEntry | 'unknown' | 'foreign' | null

/** Turns what came off a wire into what the database stores. At once when everything about it is in memory, as it nearly always is. */
export class Preparer {
  readonly #options: PrepareOptions

  constructor(options: PrepareOptions) {
    this.#options = options
  }

  /** Rejects when the database had to be asked and is away; whatever else fails, the message is kept as one that cannot be read. */
  prepare(message: BrokerMessage, done: MessageDone): Inbound | Promise<Inbound> {
    const gateway = this.#options.directory.peek(message.gateway)
    const failed = (error: unknown): Inbound => {
      if (classifyFailure(error) === 'outage') throw error
      return this.unreadable(message, gateway, 'notStorable', done)
    }
    try {
      const item = gateway !== undefined ? this.#decode(message, gateway, done) : this.#lookUp(message, done)
      return item instanceof Promise ? item.catch(failed) : item
    } catch (error) {
      return failed(error)
    }
  }

  /** What can always be made of a message, whatever about it makes everything else fail: it is kept, and its gateway has a fault. */
  unreadable(message: BrokerMessage, gateway: GatewayEntry | undefined, reason: MalformedReason, done: MessageDone): Inbound {
    return {
      ...base(message, gateway, done),
      // Somebody has to look: as urgent as any other fault.
      urgent: true,
      malformed: 1,
      refused: 1,
      ownFaults: ['unreadable'],
      unknown: [
        { ...nothing, kind: 'unreadable', key: reason, report: kept(message.payload) },
        ...strangerEntry(message, gateway),
      ],
      ...this.#logLine(message, reason),
    }
  }

  async #lookUp(message: BrokerMessage, done: MessageDone): Promise<Inbound> {
    const { directory } = this.#options
    const known = await directory.gateway(message.gateway).catch((error: unknown) => {
      if (classifyFailure(error) === 'outage') throw error
      return undefined // a name that the database will not even look up is a stranger's
    })
    const gateway = known ?? (await directory.stranger(message.gateway))
    return gateway === undefined
      ? this.unreadable(message, undefined, 'unknownTopic', done)
      : this.#decode(message, gateway, done)
  }

  #decode(message: BrokerMessage, gateway: GatewayEntry, done: MessageDone): Inbound | Promise<Inbound> {
    const { channel, payload } = message
    if (channel === 'heartbeat' || channel === 'command/reply' || channel === 'upgrade/progress') {
      const decoded = this.#other(message, gateway, done)
      if (decoded !== undefined) return decoded
    }
    const decoded = decodeReportMessage(payload)
    if (!decoded.ok) return this.unreadable(message, gateway, channel === undefined ? 'unknownTopic' : decoded.reason, done)
    const report = decoded.message
    const unresolved = new Set<string>()
    for (const { device } of report.reports)
      if (typeof device === 'string' && !gateway.devices.has(device)) unresolved.add(device)
    if (unresolved.size === 0) return this.#reports(message, gateway, report, done)
    const lookups = [...unresolved].map((code) => this.#options.directory.device(gateway, code))
    return Promise.all(lookups).then(() => this.#reports(message, gateway, report, done))
  }

  /** A message of a channel that carries no reports. Undefined: it cannot be read as such, or there are reports in it all the same. */
  #other(message: BrokerMessage, gateway: GatewayEntry, done: MessageDone): Inbound | undefined {
    const { channel, payload } = message
    if (channel === 'heartbeat') {
      const decoded = decodeHeartbeat(payload)
      if (!decoded.ok || REPORT_NAMES.test(Buffer.from(payload).toString())) return undefined
      return { ...base(message, gateway, done), heartbeat: decoded.message }
    }
    const decoded = channel === 'command/reply' ? decodeCommandReply(payload) : decodeUpgradeProgress(payload)
    if (!decoded.ok || holdsReports(decoded.message)) return undefined
    return { ...base(message, gateway, done), log: { ...logLine(message), result: 'taken', reason: null } }
  }

  #reports(message: BrokerMessage, gateway: GatewayEntry, report: ReceivedMessage, done: MessageDone): Inbound {
    const rows: ReportRow[] = []
    const unknown: UnknownEntry[] = strangerEntry(message, gateway)
    for (const item of report.reports) {
      const device = typeof item.device === 'string' ? (gateway.devices.get(item.device) ?? 'unknown') : null
      const row = this.#row(item, gateway, typeof device === 'string' ? null : device, report.time)
      rows.push(row)
      const entry = entryOf(item, row, device)
      if (entry !== undefined) unknown.push(entry)
    }
    const misplaced = message.channel !== 'report'
    const foreign = unknown.filter(({ kind }) => kind === 'foreignDevice').length
    const malformed = report.unreadable + foreign + Number(misplaced)
    const reason = report.unreadable > 0 ? 'wrongType' : misplaced ? 'unknownTopic' : 'foreignDevice'
    if (report.unreadable > 0) unknown.push({ ...nothing, kind: 'unreadable', key: 'wrongType', report: kept(message.payload) })
    return {
      ...base(message, gateway, done),
      decodedAt: new Date(),
      number: numberOf(message, gateway, report, rows),
      sentAt: parseDeviceTime(report.time) ?? rows[0]?.deviceTime,
      rows,
      urgent: isUrgent(rows) || report.unreadable > 0,
      weight: rows.length + 1,
      unknown,
      malformed,
      refused: report.unreadable,
      ...(report.unreadable > 0 ? { ownFaults: ['unreadable'] } : {}),
      ...(malformed > 0 ? this.#logLine(message, reason) : {}),
    }
  }

  #row(item: ReceivedReport, gateway: GatewayEntry, device: DeviceEntry | null, sentAt: unknown): ReportRow {
    const { code, format = null, time, values, problems } = item
    return {
      device,
      deviceCode: gateway.id === STRANGER_ID ? [gateway.code, item.device].filter(Boolean).join('/') : (item.device ?? null),
      format,
      code,
      meaning: this.#options.meanings.find(format, code),
      deviceTime: parseDeviceTime(time) ?? parseDeviceTime(sentAt),
      values,
      problem: problems?.join(' ') ?? null,
    }
  }

  /** Nothing when this sender has filled its part of the log for now; it is still counted. */
  #logLine(message: BrokerMessage, reason: MalformedReason): Pick<Inbound, 'log'> {
    if (!this.#options.budget.take(message.gateway)) return {}
    return { log: { ...logLine(message), result: 'malformed', reason } }
  }
}

function base(message: BrokerMessage, gateway: GatewayEntry | undefined, done: MessageDone): Inbound {
  const { receivedAt } = message
  const client = gateway?.code ?? storable(message.gateway.slice(0, MAX_CODE_LENGTH))
  return {
    message,
    gateway,
    client,
    receivedAt,
    decodedAt: receivedAt,
    number: undefined,
    sentAt: undefined,
    rows: [],
    ownFaults: [],
    unknown: [],
    urgent: false,
    weight: 1,
    malformed: 0,
    refused: 0,
    done,
  }
}

/** Names under which a heartbeat may hold reports, however deep: a fire is a fire on any topic. */
const REPORT_NAMES = /"\s*(?:code|reports)\s*"\s*:/i

/** Whether a reply has reports in it. What it says of the command's values is not searched. */
function holdsReports(message: object): boolean {
  return Object.keys(message).some((name) => ['reports', 'code'].includes(name.trim().toLowerCase()))
}

function numberOf(
  { payload }: BrokerMessage,
  gateway: GatewayEntry,
  { boot = '', seq }: ReceivedMessage,
  rows: readonly ReportRow[],
): MessageNumber | undefined {
  if (seq === undefined || rows.length === 0 || gateway.id === STRANGER_ID) return undefined
  return { boot, seq, digest: hash('sha256', payload, 'buffer').readUIntBE(0, 6) }
}

const nothing = { deviceId: null, deviceCode: null, format: null, code: null, mayBeAlarm: true } as const

function strangerEntry({ payload }: BrokerMessage, gateway: GatewayEntry | undefined): UnknownEntry[] {
  if (gateway?.id !== STRANGER_ID) return []
  return [{ ...nothing, kind: 'unknownGateway', key: gateway.code, report: kept(payload) }]
}

/** What about a report could not be placed: its device, or else its code. */
function entryOf(item: ReceivedReport, row: ReportRow, device: Device): UnknownEntry | undefined {
  const { meaning, deviceCode, format, code } = row
  const isCodeUnknown = meaning === undefined || meaning.type === null
  const isDeviceUnknown = device === 'unknown' || device === 'foreign'
  if (!isCodeUnknown && !isDeviceUnknown) return undefined
  const mayBeAlarm = meaning?.type === null || meaning?.type === 'alarm'
  const said = {
    deviceId: row.device?.id ?? null,
    deviceCode,
    format,
    code,
    mayBeAlarm,
    report: storable(JSON.stringify({ ...item, time: undefined })),
  }
  if (isDeviceUnknown) return { ...said, kind: device === 'foreign' ? 'foreignDevice' : 'unknownDevice', key: deviceCode ?? '' }
  return { ...said, kind: 'unknownCode', key: `${format ?? ''} ${code}`.trim() }
}
