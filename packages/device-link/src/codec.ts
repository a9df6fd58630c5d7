import { isUtf8 } from 'node:buffer'
import { Compile } from 'typebox/compile'
import { MAX_PAYLOAD_BYTES } from './constants.ts'
import {
  CommandMessage,
  CommandReplyMessage,
  HeartbeatMessage,
  ReportMessage,
  UpgradeMessage,
  UpgradeProgressMessage,
} from './messages.ts'

/**
 * Why a message could not be taken: a closed set, stored in the MQTT log and counted per gateway. The decoder gives the first three;
 * whoever knows the gateways gives the others. The contract's enumeration `malformedReason` holds the same words.
 */
export const MALFORMED_REASONS = ['notJson', 'tooLarge', 'wrongType', 'foreignDevice', 'unknownTopic'] as const
export type MalformedReason = (typeof MALFORMED_REASONS)[number]

export type Decoded<Message> = { ok: true; message: Message } | { ok: false; reason: MalformedReason }

const tooLarge = { ok: false, reason: 'tooLarge' } as const
const notJson = { ok: false, reason: 'notJson' } as const
const wrongType = { ok: false, reason: 'wrongType' } as const

const check = {
  report: Compile(ReportMessage),
  heartbeat: Compile(HeartbeatMessage),
  command: Compile(CommandMessage),
  commandReply: Compile(CommandReplyMessage),
  upgrade: Compile(UpgradeMessage),
  upgradeProgress: Compile(UpgradeProgressMessage),
}

type Checker<Message> = { Check(value: unknown): value is Message }

/** Decodes the payload of `report`. Never throws. */
export const decodeReportMessage = decoder<ReportMessage>(check.report)
/** Decodes the payload of `heartbeat`. Never throws. */
export const decodeHeartbeat = decoder<HeartbeatMessage>(check.heartbeat)
/** Decodes the payload of `command`. Never throws. */
export const decodeCommand = decoder<CommandMessage>(check.command)
/** Decodes the payload of `command/reply`. Never throws. */
export const decodeCommandReply = decoder<CommandReplyMessage>(check.commandReply)
/** Decodes the payload of `upgrade`. Never throws. */
export const decodeUpgrade = decoder<UpgradeMessage>(check.upgrade)
/** Decodes the payload of `upgrade/progress`. Never throws. */
export const decodeUpgradeProgress = decoder<UpgradeProgressMessage>(check.upgradeProgress)

function decoder<Message>(checker: Checker<Message>) {
  return (bytes: Uint8Array): Decoded<Message> => {
    if (bytes.byteLength > MAX_PAYLOAD_BYTES) return tooLarge
    if (!isUtf8(bytes)) return notJson
    const text = asBuffer(bytes).toString()
    let value: unknown
    try {
      value = JSON.parse(text)
    } catch {
      return notJson
    }
    // Only an escape can smuggle in what PostgreSQL cannot store: a NUL character or half a surrogate pair.
    if (text.includes('\\u') && !isStorable(value)) return wrongType
    return checker.Check(value) ? { ok: true, message: value } : wrongType
  }
}

/** The same bytes as a Buffer, without copying them. */
function asBuffer(bytes: Uint8Array): Buffer {
  return Buffer.isBuffer(bytes) ? bytes : Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
}

/** No message of ours nests deeper than this; what does is not walked. */
const MAX_DEPTH = 8

/** Whether every string in a parsed value, keys included, can be stored as PostgreSQL text. */
function isStorable(value: unknown, depth = 0): boolean {
  if (typeof value === 'string') return value.isWellFormed() && !value.includes('\0')
  if (typeof value !== 'object' || value === null) return true
  if (depth === MAX_DEPTH) return false
  return Object.entries(value).every(([key, inner]) => isStorable(key) && isStorable(inner, depth + 1))
}

/** UTF-8 JSON bytes of any message. */
export function encodeMessage(
  message: ReportMessage | HeartbeatMessage | CommandMessage | CommandReplyMessage | UpgradeMessage | UpgradeProgressMessage,
): Buffer {
  return Buffer.from(JSON.stringify(message))
}

const LATEST_TIME = Date.parse('9999-12-31T23:59:59.999Z')

/** A device's clock reading; undefined when it is missing, no date, or outside the years 1970 to 9999. */
export function parseDeviceTime(time: string | undefined): Date | undefined {
  if (time === undefined) return undefined
  const milliseconds = Date.parse(time)
  return milliseconds >= 0 && milliseconds <= LATEST_TIME ? new Date(milliseconds) : undefined
}
