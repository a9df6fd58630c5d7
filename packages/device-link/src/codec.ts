import { Compile } from 'typebox/compile'
import { MAX_PAYLOAD_BYTES } from './constants.ts'
import { isObject, isShallow, MAX_DEPTH, parseJson } from './json.ts'
import type { Json } from './json.ts'
import {
  CommandMessage,
  CommandReplyMessage,
  HeartbeatMessage,
  UpgradeAskMessage,
  UpgradeChunkMessage,
  UpgradeChunkRequest,
  UpgradeMessage,
  UpgradeProgressMessage,
} from './messages.ts'
import type { ReportMessage } from './messages.ts'

/**
 * Why a message was rejected: a closed set, stored in the MQTT log and counted per gateway. The decoder reports the first three,
 * ingest the others. The contract's enumeration `malformedReason` has the same words.
 */
export const MALFORMED_REASONS = ['notJson', 'tooLarge', 'wrongType', 'foreignDevice', 'unknownTopic', 'notStorable'] as const
export type MalformedReason = (typeof MALFORMED_REASONS)[number]

export type Decoded<Message> = { ok: true; message: Message } | { ok: false; reason: MalformedReason }

const tooLarge = { ok: false, reason: 'tooLarge' } as const
const notJson = { ok: false, reason: 'notJson' } as const
const wrongType = { ok: false, reason: 'wrongType' } as const

const check = {
  heartbeat: Compile(HeartbeatMessage),
  command: Compile(CommandMessage),
  commandReply: Compile(CommandReplyMessage),
  upgrade: Compile(UpgradeMessage),
  upgradeProgress: Compile(UpgradeProgressMessage),
  upgradeAsk: Compile(UpgradeAskMessage),
  upgradeChunkRequest: Compile(UpgradeChunkRequest),
  upgradeChunk: Compile(UpgradeChunkMessage),
}

type Checker<Message> = { Check(value: unknown): value is Message }

/** Decodes the payload of `command`. Never throws. */
export const decodeCommand = decoder<CommandMessage>(check.command)
/** Decodes the payload of `command/reply`. Never throws. */
export const decodeCommandReply = decoder<CommandReplyMessage>(check.commandReply)
/** Decodes the payload of `upgrade`. Never throws. */
export const decodeUpgrade = decoder<UpgradeMessage>(check.upgrade)
/** Decodes the payload of `upgrade/progress`. Never throws. */
export const decodeUpgradeProgress = decoder<UpgradeProgressMessage>(check.upgradeProgress)
const decodeAsk = decoder<UpgradeAskMessage>(check.upgradeAsk)
const askNames = Object.keys(UpgradeAskMessage.properties)
/** Decodes the payload of `upgrade/ask`. `{}` asks about the gateway itself; an object that only has other fields is rejected. Never throws. */
export const decodeUpgradeAsk = (bytes: Uint8Array): Decoded<UpgradeAskMessage> => {
  const decoded = decodeAsk(bytes)
  if (!decoded.ok) return decoded
  const names = Object.keys(decoded.message)
  return names.length === 0 || names.some((name) => askNames.includes(name)) ? decoded : wrongType
}
/** Decodes the payload of `upgrade/chunk/get`. Never throws. */
export const decodeUpgradeChunkRequest = decoder<UpgradeChunkRequest>(check.upgradeChunkRequest)
/** Decodes the payload of `upgrade/chunk`. Never throws. */
export const decodeUpgradeChunk = decoder<UpgradeChunkMessage>(check.upgradeChunk)

function decoder<Message>(checker: Checker<Message>) {
  return (bytes: Uint8Array): Decoded<Message> => {
    if (bytes.byteLength > MAX_PAYLOAD_BYTES) return tooLarge
    const parsed = parseJson(bytes)
    if (parsed === undefined) return notJson
    const { value, clean } = parsed
    if (!clean && !isStorable(value)) return wrongType
    return checker.Check(value) ? { ok: true, message: value } : wrongType
  }
}

/**
 * Decodes the payload of `heartbeat`. Fields of a wrong type are left out and the rest is accepted, because any heartbeat is a
 * sign of life. Only a payload that is not an object is rejected. Never throws.
 */
export function decodeHeartbeat(bytes: Uint8Array): Decoded<HeartbeatMessage> {
  if (bytes.byteLength > MAX_PAYLOAD_BYTES) return tooLarge
  const parsed = parseJson(bytes)
  if (parsed === undefined) return notJson
  const { value, clean } = parsed
  if (!isObject(value)) return wrongType
  if (clean && check.heartbeat.Check(value)) return { ok: true, message: value }
  const kept = Object.entries(value).filter(([key, field]) => isStorable(field) && check.heartbeat.Check({ [key]: field }))
  return { ok: true, message: Object.fromEntries(kept.filter(([key]) => isStorable(key))) }
}

/** Whether every text in a parsed value, names of fields included, can be stored as PostgreSQL text. */
function isStorable(value: Json): boolean {
  if (!isShallow(value, MAX_DEPTH)) return false
  if (typeof value === 'string') return value.isWellFormed() && !value.includes('\0')
  if (typeof value !== 'object' || value === null) return true
  return Object.entries(value).every(([key, inner]) => isStorable(key) && isStorable(inner))
}

type Message =
  | ReportMessage
  | HeartbeatMessage
  | CommandMessage
  | CommandReplyMessage
  | UpgradeMessage
  | UpgradeProgressMessage
  | UpgradeAskMessage
  | UpgradeChunkRequest
  | UpgradeChunkMessage

/** Encodes any message as UTF-8 JSON. */
export function encodeMessage(message: Message): Buffer {
  return Buffer.from(JSON.stringify(message))
}
