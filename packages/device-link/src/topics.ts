import { maxCodeLength } from './constants.ts'

/** Prefix of every topic of device-link v1. */
export const topicPrefix = 'ew/v1/'

/** What a gateway sends. */
export const upChannels = [
  'report',
  'heartbeat',
  'command/reply',
  'upgrade/progress',
  'upgrade/ask',
  'upgrade/chunk/get',
] as const
/** What a gateway receives. */
export const downChannels = ['command', 'upgrade', 'upgrade/chunk'] as const

export type UpChannel = (typeof upChannels)[number]
export type DownChannel = (typeof downChannels)[number]
export type Channel = UpChannel | DownChannel

/** A code may become a topic level: no separator, no wildcard, no leading `$`, nothing invisible. */
const codePattern = new RegExp(`^[A-Za-z0-9][A-Za-z0-9._:-]{0,${maxCodeLength - 1}}$`)

/** Whether a gateway code can be a topic level and an MQTT user name. */
export const isGatewayCode = (code: string): boolean => {
  return codePattern.test(code)
}

/** `ew/v1/<gateway>/<channel>`. Throws a RangeError if the code cannot be a topic level. */
export const buildTopic = (gateway: string, channel: Channel): string => {
  if (!isGatewayCode(gateway)) throw new RangeError('not a gateway code')
  return `${topicPrefix}${gateway}/${channel}`
}

/** Splits a topic of device-link v1. Undefined for any other topic. The channel is not checked against the known ones. */
export const parseTopic = (topic: string): { gateway: string; channel: string } | undefined => {
  if (!topic.startsWith(topicPrefix)) return undefined
  const slash = topic.indexOf('/', topicPrefix.length)
  if (slash <= topicPrefix.length || slash === topic.length - 1) return undefined
  return { gateway: topic.slice(topicPrefix.length, slash), channel: topic.slice(slash + 1) }
}

/**
 * Topic filters that together match everything gateways send, one per up channel, so that we never receive our own down topics.
 */
export const upFilters = (): string[] => {
  return upChannels.map((channel) => `${topicPrefix}+/${channel}`)
}

/**
 * Third parties that receive events over MQTT sign in as `open/<code>` and subscribe to one topic. No gateway has such a name, because a
 * code contains no slash.
 */
const receiverPrefix = 'open/'
const events = '/events'

/** The user name of a receiver of events. */
export const receiverName = (code: string): string => `${receiverPrefix}${code}`

export const isReceiverName = (name: string): boolean =>
  name.startsWith(receiverPrefix) && isGatewayCode(name.slice(receiverPrefix.length))

/** The only topic of a receiver of events. */
export const receiverTopic = (code: string): string => `${topicPrefix}${receiverName(code)}${events}`

/** The receiver whose topic this is. Undefined for any other topic. */
export const receiverOf = (topic: string): string | undefined => {
  if (!topic.startsWith(topicPrefix + receiverPrefix) || !topic.endsWith(events)) return undefined
  const name = topic.slice(topicPrefix.length, -events.length)
  return isReceiverName(name) ? name : undefined
}
