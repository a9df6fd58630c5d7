import type { IPublishPacket } from 'mqtt-packet'
import { readHeader } from './frame-filter.ts'

const publish = 3

/**
 * Reads the PUBLISH that starts at `at`, if it is an ordinary one (QoS 0 or 1, no properties) and all of it is there. Returns it
 * with the position behind it. Everything else is left to the general parser, which takes three times as long.
 */
export const readPublish = (
  frames: Buffer,
  at: number,
  version: 3 | 4 | 5,
): { packet: IPublishPacket; end: number } | undefined => {
  const header = readHeader(frames, at)
  if (header === 'partial' || header === 'invalid' || header.type !== publish) return undefined
  const flags = frames.readUInt8(at)
  const qos = (flags >> 1) & 3
  if (qos > 1) return undefined
  const start = at + header.size
  const end = start + header.length
  const lengths = 2 + 2 * qos + Number(version === 5)
  if (end > frames.length || header.length < lengths) return undefined
  const topicEnd = start + 2 + frames.readUInt16BE(start)
  let payloadStart = topicEnd + 2 * qos
  if (payloadStart > end) return undefined
  if (version === 5) {
    // The length of the properties.
    if (payloadStart === end || frames.readUInt8(payloadStart) !== 0) return undefined
    payloadStart++
  }
  const packet: IPublishPacket = {
    cmd: 'publish',
    topic: frames.toString('utf8', start + 2, topicEnd),
    payload: frames.subarray(payloadStart, end),
    qos: qos === 1 ? 1 : 0,
    dup: (flags & 8) !== 0,
    retain: (flags & 1) !== 0,
  }
  if (qos === 1) packet.messageId = frames.readUInt16BE(topicEnd)
  return { packet, end }
}
