import { MAX_CODE_LENGTH } from './constants.ts'

/** Prefix of every topic of device-link v1. */
export const TOPIC_PREFIX = 'ew/v1/'

/** What a gateway sends. */
export const UP_CHANNELS = [
  'report',
  'heartbeat',
  'command/reply',
  'upgrade/progress',
  'upgrade/ask',
  'upgrade/chunk/get',
] as const
/** What a gateway receives. */
export const DOWN_CHANNELS = ['command', 'upgrade', 'upgrade/chunk'] as const

export type UpChannel = (typeof UP_CHANNELS)[number]
export type DownChannel = (typeof DOWN_CHANNELS)[number]
export type Channel = UpChannel | DownChannel

/** A code may become a topic level: no separator, no wildcard, no leading `$`, nothing invisible. */
const codePattern = new RegExp(`^[A-Za-z0-9][A-Za-z0-9._:-]{0,${MAX_CODE_LENGTH - 1}}$`)

/** Whether a gateway code can be a topic level and an MQTT user name. */
export function isGatewayCode(code: string): boolean {
  return codePattern.test(code)
}

/** `ew/v1/<gateway>/<channel>`. Throws a RangeError if the code cannot be a topic level. */
export function buildTopic(gateway: string, channel: Channel): string {
  if (!isGatewayCode(gateway)) throw new RangeError('not a gateway code')
  return `${TOPIC_PREFIX}${gateway}/${channel}`
}

/** Splits a topic of device-link v1. Undefined for any other topic. The channel is not checked against the known ones. */
export function parseTopic(topic: string): { gateway: string; channel: string } | undefined {
  if (!topic.startsWith(TOPIC_PREFIX)) return undefined
  const slash = topic.indexOf('/', TOPIC_PREFIX.length)
  if (slash <= TOPIC_PREFIX.length || slash === topic.length - 1) return undefined
  return { gateway: topic.slice(TOPIC_PREFIX.length, slash), channel: topic.slice(slash + 1) }
}

/**
 * Topic filters that together match everything gateways send, one per up channel, so that we never receive our own down topics.
 */
export function upFilters(): string[] {
  return UP_CHANNELS.map((channel) => `${TOPIC_PREFIX}+/${channel}`)
}

/**
 * Third parties that receive events over MQTT sign in as `open/<code>` and subscribe to one topic. No gateway has such a name, because a
 * code contains no slash.
 */
const RECEIVER_PREFIX = 'open/'
const EVENTS = '/events'

/** The user name of a receiver of events. */
export const receiverName = (code: string): string => `${RECEIVER_PREFIX}${code}`

export const isReceiverName = (name: string): boolean =>
  name.startsWith(RECEIVER_PREFIX) && isGatewayCode(name.slice(RECEIVER_PREFIX.length))

/** The only topic of a receiver of events. */
export const receiverTopic = (code: string): string => `${TOPIC_PREFIX}${receiverName(code)}${EVENTS}`

/** The receiver whose topic this is. Undefined for any other topic. */
export function receiverOf(topic: string): string | undefined {
  if (!topic.startsWith(TOPIC_PREFIX + RECEIVER_PREFIX) || !topic.endsWith(EVENTS)) return undefined
  const name = topic.slice(TOPIC_PREFIX.length, -EVENTS.length)
  return isReceiverName(name) ? name : undefined
}
