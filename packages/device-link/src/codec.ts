import Type from 'typebox'
import { Compile } from 'typebox/compile'
import { maxPayloadBytes } from './constants.ts'
import { isObject, isShallow, maxDepth, parseJson, settled } from './json.ts'
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
import type { ParsedJson } from './json.ts'
import { readNumber } from './tolerant-json.ts'
import type { Json } from './tolerant-json.ts'

/**
 * Why a message was rejected: a closed set, stored in the MQTT log and counted per gateway. The decoder reports the first three,
 * ingest the others. The contract's enumeration `malformedReason` has the same words.
 */
export const malformedReasons = [
  'notJson',
  'tooLarge',
  'wrongType',
  'foreignDevice',
  'unknownTopic',
  'notStorable',
  'tooManyValues',
] as const
export type MalformedReason = (typeof malformedReasons)[number]

/** `cut`: the message ended too early. */
export type Decoded<Message> = { ok: true; message: Message } | { ok: false; reason: MalformedReason; cut?: boolean }

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

const decoder = <Message>(checker: Checker<Message>, schema?: Type.TObject) => {
  return (bytes: Uint8Array): Decoded<Message> => {
    if (bytes.byteLength > maxPayloadBytes) return tooLarge
    const parsed = parseJson(bytes)
    if (parsed === undefined) return notJson
    const { clean } = parsed
    if (clean && checker.Check(parsed.value)) return { ok: true, message: parsed.value }
    const value = numbered(meantBy(parsed), schema)
    if (!clean && !isStorable(value)) return wrongType
    return checker.Check(value) ? { ok: true, message: value } : wrongType
  }
}

/** Decodes the payload of `command`. Never throws. */
export const decodeCommand = decoder<CommandMessage>(check.command, CommandMessage)
/** Decodes the payload of `command/reply`. Never throws. */
export const decodeCommandReply = decoder<CommandReplyMessage>(check.commandReply, CommandReplyMessage)
/** Decodes the payload of `upgrade`. Never throws. */
export const decodeUpgrade = decoder<UpgradeMessage>(check.upgrade, UpgradeMessage)
/** Decodes the payload of `upgrade/progress`. Never throws. */
export const decodeUpgradeProgress = decoder<UpgradeProgressMessage>(check.upgradeProgress, UpgradeProgressMessage)
const decodeAsk = decoder<UpgradeAskMessage>(check.upgradeAsk, UpgradeAskMessage)
const askNames = Object.keys(UpgradeAskMessage.properties)
/** Decodes the payload of `upgrade/ask`. `{}` asks about the gateway itself; an object that only has other fields is rejected. Never throws. */
export const decodeUpgradeAsk = (bytes: Uint8Array): Decoded<UpgradeAskMessage> => {
  const decoded = decodeAsk(bytes)
  if (!decoded.ok) return decoded
  const names = Object.keys(decoded.message)
  return names.length === 0 || names.some((name) => askNames.includes(name)) ? decoded : wrongType
}
/** Decodes the payload of `upgrade/chunk/get`. Never throws. */
export const decodeUpgradeChunkRequest = decoder<UpgradeChunkRequest>(check.upgradeChunkRequest, UpgradeChunkRequest)
/** Decodes the payload of `upgrade/chunk`. Never throws. */
export const decodeUpgradeChunk = decoder<UpgradeChunkMessage>(check.upgradeChunk, UpgradeChunkMessage)

/** What a message means: of several objects, the first. */
const meantBy = ({ value, open }: ParsedJson): Json => {
  // Only a text with flaws contains several, or anything that is not JSON.
  if (open === undefined) return value
  return settled(Array.isArray(value) ? (value[0] ?? null) : value)
}

/** The message with numbers in place of those sent as text. An optional one that is no number at all is left out: it is unknown. */
const numbered = (value: Json, schema: Type.TObject | undefined): Json => {
  if (schema === undefined || !isObject(value)) return value
  const fields = Object.entries(value).flatMap(([name, field]): [string, Json][] => {
    const type: unknown = Object.hasOwn(schema.properties, name) ? schema.properties[name] : undefined
    if (typeof field !== 'string' || !(Type.IsNumber(type) || Type.IsInteger(type))) return [[name, field]]
    const number = readNumber(field.trim())
    if (typeof number === 'number') return [[name, number]]
    return schema.required?.includes(name) ? [[name, field]] : []
  })
  return Object.fromEntries(fields)
}

/**
 * Decodes the payload of `heartbeat`. Fields of a wrong type are left out and the rest is accepted, because any heartbeat is a
 * sign of life. Only a payload that is not an object is rejected. Never throws.
 */
export const decodeHeartbeat = (bytes: Uint8Array): Decoded<HeartbeatMessage> => {
  if (bytes.byteLength > maxPayloadBytes) return tooLarge
  const parsed = parseJson(bytes)
  if (parsed === undefined) return notJson
  const { clean } = parsed
  if (clean && check.heartbeat.Check(parsed.value) && isObject(parsed.value)) return { ok: true, message: parsed.value }
  const value = numbered(meantBy(parsed), HeartbeatMessage)
  if (!isObject(value)) return wrongType
  const kept = Object.entries(value).filter(([key, field]) => isStorable(field) && check.heartbeat.Check({ [key]: field }))
  return { ok: true, message: Object.fromEntries(kept.filter(([key]) => isStorable(key))) }
}

/** Whether every text in a parsed value, names of fields included, can be stored as PostgreSQL text. */
const isStorable = (value: Json): boolean => {
  if (!isShallow(value, maxDepth)) return false
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
export const encodeMessage = (message: Message): Buffer => {
  return Buffer.from(JSON.stringify(message))
}
