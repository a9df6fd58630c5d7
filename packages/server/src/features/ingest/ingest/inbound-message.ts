import { hash } from 'node:crypto'
import type { EnumValue } from '@emberwatch/contract'
import { maxCodeLength } from '@emberwatch/device-link'
import type {
  CommandReplyMessage,
  HeartbeatMessage,
  MalformedReason,
  ReceivedMessage,
  UpgradeAskMessage,
  UpgradeChunkRequest,
  UpgradeProgressMessage,
} from '@emberwatch/device-link'
import type { BrokerMessage, MessageDone } from '../../../platform/broker/broker.ts'
import type { SpanLink } from '../../../platform/tracing/spans.ts'
import type { BatchItem } from './batcher.ts'
import { unknownGatewayId, type DeviceEntry, type GatewayEntry, type ZonedOwner } from './gateway-cache.ts'
import type { CodeMeaning, DetectedFault } from './report-code-table.ts'
import { toStorableText } from './storable-text.ts'

/** One report of a message, with what we know about its device and code. */
export interface ReportRow {
  /** Null: the gateway itself, or an unregistered device. */
  readonly device: DeviceEntry | null
  /** As the gateway sent it. Null for the gateway itself. */
  readonly deviceCode: string | null
  /** As the gateway sent it. Null if it sent none. */
  readonly format: string | null
  code: string
  /** Undefined if no report parameter defines the code and it is certainly not an alarm. */
  readonly meaning: CodeMeaning | undefined
  readonly deviceTime: Date | undefined
  /** What was sent as the time, if it cannot be read as one. */
  readonly sentTime: string | null
  readonly values: Record<string, unknown> | undefined
  /** What could not be understood, as words separated by spaces. */
  readonly problem: string | null
}

/** Identifies a message within its gateway. */
export interface MessageNumber {
  /** Empty if the gateway sends none. */
  boot: string
  readonly seq: number
  /** Its numbers begin anew by themselves, so an old number with new content is nothing to report. */
  readonly wraps: boolean
  /** A digest of the whole payload. */
  digest: number
}

/** Something in a message that could not be matched, for the list of unknown reports. */
export interface UnknownEntry {
  readonly kind: EnumValue<'unknownReportKind'>
  /** Identifies one row of the list; see migration 0016. */
  key: string
  readonly deviceId: number | null
  readonly deviceCode: string | null
  readonly format: string | null
  code: string | null
  readonly mayBeAlarm: boolean
  /** As it was sent, truncated. */
  readonly report: string
}

/** A line for the MQTT log. */
export interface LogLine {
  readonly topic: string
  readonly payload: string
  readonly result: 'malformed' | 'taken'
  reason: MalformedReason | null
}

/** A message on its way into the database. */
export interface InboundMessage extends BatchItem {
  /** The original message, for when it cannot be stored in any other form. */
  readonly message: BrokerMessage
  /** Undefined if the sender is unknown and there is no company to file it under. */
  readonly gateway: GatewayEntry | undefined
  /** The name that the sender used. */
  readonly client: string
  readonly receivedAt: Date
  /** When its reports were decoded and their codes looked up. */
  decodedAt: Date
  /** Undefined for messages without a number or without reports. Those always count as new. */
  number: MessageNumber | undefined
  /** The device's clock, if it gave a time. */
  sentAt: Date | undefined
  rows: readonly ReportRow[]
  /** Faults of the gateway itself that this message causes. */
  detectedFaults: readonly DetectedFault[]
  unknown: readonly UnknownEntry[]
  readonly heartbeat?: HeartbeatMessage
  /** An answer to one of our commands. */
  readonly reply?: CommandReplyMessage
  /** What it reports about an upgrade, or asks about one. */
  readonly progress?: UpgradeProgressMessage
  readonly ask?: UpgradeAskMessage
  /** A piece of a firmware file that it requests. */
  readonly piece?: UpgradeChunkRequest
  readonly log?: LogLine | undefined
  /** Items that should have been reports but lack even a code. */
  refused: number
  /** Items that could not be read or matched. Counted on the gateway even if no log line is written. */
  malformed: number
  /** Set once it is written. Undefined if its reports could not be stored. */
  answer?: 'stored' | 'repeated' | undefined
  /** The person who raised it as a test: a report of nobody (test-alarms.ts). */
  readonly triedBy?: number
  /** The alarm that this test became. */
  raised?: number
  /** Its alarm is already stored, although the rest could not be (salvage.ts). */
  saved?: boolean
  /** The call that carried it, if tracing is on. */
  call?: SpanLink | undefined
  done: MessageDone
}

/** The owner of what a row reports. */
export const rowOwner = (gateway: GatewayEntry, row: ReportRow): ZonedOwner => {
  return row.device ?? gateway
}

/** A message of which nothing has been read yet. */
export const unreadMessage = (message: BrokerMessage, gateway: GatewayEntry | undefined, done: MessageDone): InboundMessage => {
  const { receivedAt } = message
  const client = gateway?.code ?? toStorableText(message.gateway.slice(0, maxCodeLength))
  return {
    message,
    gateway,
    client,
    receivedAt,
    decodedAt: receivedAt,
    number: undefined,
    sentAt: undefined,
    rows: [],
    detectedFaults: [],
    unknown: [],
    urgent: false,
    alarm: false,
    weight: 1,
    malformed: 0,
    refused: 0,
    done,
  }
}

/** The number of a message that carries reports, if it has one. */
export const numberOf = (
  { payload, frame }: BrokerMessage,
  gateway: GatewayEntry,
  { boot = '', seq, wraps }: ReceivedMessage,
  rows: readonly ReportRow[],
): MessageNumber | undefined => {
  if (seq === undefined || !Number.isSafeInteger(seq) || rows.length === 0 || gateway.id === unknownGatewayId) return undefined
  return {
    boot,
    seq,
    wraps: wraps === true,
    digest: Number.parseInt(hash('sha256', frame?.identity ?? payload, 'hex').slice(0, 12), 16),
  }
}
