import { createHash, randomBytes, timingSafeEqual } from 'node:crypto'

/**
 * Gateway secrets are 256 random bits that we generate, so one SHA-256 is the right hash: slow hashes make guessing short human
 * passwords expensive, and there is nothing to guess here. It takes a microsecond, so ten thousand gateways can reconnect at once
 * after a power cut.
 */
export const hashGatewaySecret = (secret: string): Buffer => {
  return createHash('sha256').update(secret).digest()
}

/** A new secret: 43 characters base64url. Shown once, stored only as its hash. */
export const generateGatewaySecret = (): string => {
  return randomBytes(32).toString('base64url')
}

/** Compares in constant time. */
export const matchesGatewaySecret = (secret: string, hash: Uint8Array): boolean => {
  const actual = hashGatewaySecret(secret)
  return actual.byteLength === hash.byteLength && timingSafeEqual(actual, hash)
}
