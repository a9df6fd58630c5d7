import type { BrokerMessage } from '../../../platform/broker/broker.ts'

/** How much of an original payload is kept. */
const maxKeptBytes = 2048

/** The secret in the address of a firmware file. With it, anyone who reads the log could download the file offered to a device. */
const fileSecret = /(?<=\/upgrade\/v1\/file\/)[\w-]+/g

/** The start of a payload as text, without secrets that open a file. */
export const payloadHead = (payload: Uint8Array): string => {
  return toStorableText(Buffer.from(payload.subarray(0, maxKeptBytes)).toString()).replaceAll(fileSecret, '***')
}

/** What the MQTT log keeps of a message. */
export const logLine = ({ topic, payload }: BrokerMessage): { topic: string; payload: string } => {
  return { topic: toStorableText(topic.slice(0, 300)), payload: payloadHead(payload) }
}

/** Text that PostgreSQL can store (no NUL, no lone surrogates), cut to the length that is kept. */
export const toStorableText = (text: string): string => {
  return text.slice(0, maxKeptBytes).toWellFormed().replaceAll('\0', '\uFFFD')
}
