import type { HeartbeatMessage, MalformedReason } from '@emberwatch/device-link'
import type { MessageDone } from '../../platform/broker/broker.ts'
import type { Batched } from './batcher.ts'
import type { DeviceEntry, GatewayEntry, Owner } from './directory.ts'
import type { Meaning } from './meanings.ts'

/** One report of a message, with what we know about its device and its code. */
export interface ReportRow {
  /** Null: the gateway itself, or a device that nobody bound. */
  device: DeviceEntry | null
  /** As the gateway wrote it; null for the gateway itself. */
  deviceCode: string | null
  format: string
  code: string
  /** Undefined: no report parameter says what the code means. */
  meaning: Meaning | undefined
  deviceTime: Date | undefined
  values: Record<string, unknown> | undefined
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
  /** Undefined when nobody knows it (an external broker let it in). */
  gateway: GatewayEntry | undefined
  /** The name the sender used. */
  client: string
  receivedAt: Date
  /** When its reports had been read out of the payload and given their meaning. */
  decodedAt: Date
  /** Undefined for messages without a number; those are not deduplicated. */
  sequence: number | undefined
  rows: readonly ReportRow[]
  heartbeat?: HeartbeatMessage
  log?: LogLine
  /** Malformed things in it, counted on the gateway even where the log line is left out. */
  malformed: number
  done: MessageDone
}

/** Who owns what a row says. */
export function ownerOf(gateway: GatewayEntry, row: ReportRow): Owner {
  return row.device ?? gateway
}

/** The point of an alarm or fault: one open record per point and type (domain.md). */
export function pointOf(gatewayId: number, device: { id: number } | null, deviceCode: string | null): string {
  if (device !== null) return `d${device.id}`
  return deviceCode === null ? `g${gatewayId}` : `g${gatewayId}/${deviceCode}`
}
