import type { BrokerMessage } from '../../../platform/broker/broker.ts'

/** How much of an original payload is kept. */
const maxKeptBytes = 2048

/** The secret in the address of a firmware file. With it, anyone who reads the log could download the file offered to a device. */
const fileSecret = /(?<=\/upgrade\/v1\/file\/)[\w-]+/g

/** The start of a payload as text, without secrets that open a file. A frame is shown in hexadecimal digits. */
export const payloadHead = ({ payload, frame }: Pick<BrokerMessage, 'payload' | 'frame'>): string => {
  if (frame !== undefined) return Buffer.from(payload.subarray(0, maxKeptBytes / 2)).toString('hex')
  return toStorableText(Buffer.from(payload.subarray(0, maxKeptBytes)).toString()).replaceAll(fileSecret, '***')
}

/** What the MQTT log keeps of a message. */
export const logLine = (message: BrokerMessage): { topic: string; payload: string } => {
  return { topic: toStorableText(message.topic.slice(0, 300)), payload: payloadHead(message) }
}

/** Text that PostgreSQL can store (no NUL, no lone surrogates), cut to the length that is kept. */
export const toStorableText = (text: string): string => {
  return text.slice(0, maxKeptBytes).toWellFormed().replaceAll('\0', '\uFFFD')
}
