import type { EnumValue } from '@emberwatch/contract'
import type { HeartbeatMessage, MalformedReason } from '@emberwatch/device-link'
import type { BrokerMessage, MessageDone } from '../../platform/broker/broker.ts'
import type { Batched } from './batcher.ts'
import type { DeviceEntry, GatewayEntry, Site } from './directory.ts'
import type { Meaning, OwnFault } from './meanings.ts'

/** One report of a message, with what we know about its device and its code. */
export interface ReportRow {
  /** Null: the gateway itself, or a device that nobody registered here. */
  device: DeviceEntry | null
  /** As the gateway wrote it; null for the gateway itself. */
  deviceCode: string | null
  /** As the gateway wrote it; null where it did not say. */
  format: string | null
  code: string
  /** Undefined: no report parameter says what the code means, and it is surely no alarm. */
  meaning: Meaning | undefined
  deviceTime: Date | undefined
  values: Record<string, unknown> | undefined
  /** What of it could not be understood, words separated by spaces. */
  problem: string | null
}

/** What names a message of a gateway. */
export interface MessageNumber {
  /** Empty where the gateway names none. */
  boot: string
  seq: number
  /** Of the whole payload. */
  digest: number
}

/** Something in a message that could not be placed, for the list of such things. */
export interface UnknownEntry {
  kind: EnumValue<'unknownReportKind'>
  /** What is one line of the list: see migration 0016. */
  key: string
  deviceId: number | null
  deviceCode: string | null
  format: string | null
  code: string | null
  mayBeAlarm: boolean
  /** As it was sent, cut. */
  report: string
}

/** A line for the MQTT log. */
export interface LogLine {
  topic: string
  payload: string
  result: 'malformed' | 'taken'
  reason: MalformedReason | null
}

/** A message on its way into the database. */
export interface Inbound extends Batched {
  /** As it came off the wire, for what cannot be stored otherwise. */
  message: BrokerMessage
  /** Undefined when nobody knows it, and there is nobody to file it under. */
  gateway: GatewayEntry | undefined
  /** The name the sender used. */
  client: string
  receivedAt: Date
  /** When its reports had been read out of the payload and given their meaning. */
  decodedAt: Date
  /** Undefined for messages without a number, and for those without reports: they are always new. */
  number: MessageNumber | undefined
  /** The device's clock, if it gave a time. */
  sentAt: Date | undefined
  rows: readonly ReportRow[]
  /** Faults of the gateway itself that the message gives rise to. */
  ownFaults: readonly OwnFault[]
  unknown: readonly UnknownEntry[]
  heartbeat?: HeartbeatMessage
  log?: LogLine | undefined
  /** What should have been reports and has not even a code. */
  refused: number
  /** Things in it that could not be read or placed, counted on the gateway even where the log line is left out. */
  malformed: number
  /** Set when it has been written; undefined when its reports could not be. */
  answer?: 'stored' | 'repeated' | undefined
  done: MessageDone
}

/** Who owns what a row says. */
export function ownerOf(gateway: GatewayEntry, row: ReportRow): Site {
  return row.device ?? gateway
}

/** The point of an alarm or fault: one open record per point and type (domain.md). */
export function pointOf(gatewayId: number, device: { id: number } | null, deviceCode: string | null): string {
  if (device !== null) return `d${device.id}`
  return deviceCode === null ? `g${gatewayId}` : `g${gatewayId}/${deviceCode}`
}
