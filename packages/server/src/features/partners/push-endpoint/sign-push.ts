import { createHmac, randomBytes } from 'node:crypto'

// Standard Webhooks (https://github.com/standard-webhooks/standard-webhooks), version 1 of its specification, symmetric signatures.

const prefix = 'whsec_'
const keyBytes = 32

/** A new signing key, as its receiver enters it. */
export const newSigningKey = (): string => prefix + randomBytes(keyBytes).toString('base64')

const signatureOf = (key: string, signed: string): string =>
  `v1,${createHmac('sha256', Buffer.from(key.slice(prefix.length), 'base64'))
    .update(signed)
    .digest('base64')}`

/** The three headers of a push. With a former key, both sign: a receiver accepts either. Without a key there is no signature. */
export const signedHeaders = (keys: readonly string[], id: string, at: Date, body: string): Record<string, string> => {
  const timestamp = String(Math.floor(at.getTime() / 1_000))
  const signed = `${id}.${timestamp}.${body}`
  return {
    'webhook-id': id,
    'webhook-timestamp': timestamp,
    ...(keys.length === 0 ? {} : { 'webhook-signature': keys.map((key) => signatureOf(key, signed)).join(' ') }),
  }
}
