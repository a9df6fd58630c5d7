import type { BrokerMessage } from '../../platform/broker/broker.ts'

/** Kept of a payload where it is kept as it was. */
const KEPT_BYTES = 2048

/** The head of a payload as text. */
export function kept(payload: Uint8Array): string {
  return storable(Buffer.from(payload.subarray(0, KEPT_BYTES)).toString())
}

/** What the MQTT log keeps of a message. */
export function logLine({ topic, payload }: BrokerMessage): { topic: string; payload: string } {
  return { topic: storable(topic.slice(0, 300)), payload: kept(payload) }
}

/** A text that PostgreSQL stores (every character but NUL and halves of surrogate pairs), cut to what is kept. */
export function storable(text: string): string {
  return text.slice(0, KEPT_BYTES).toWellFormed().replaceAll('\0', '\uFFFD')
}
