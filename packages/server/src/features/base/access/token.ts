import { createHash, randomBytes } from 'node:crypto'

/** The stored form of a token, so that reading the database is not enough to sign in. 256 random bits need no slow hash. */
export const hashOf = (token: string): Buffer => createHash('sha256').update(token).digest()

/** A new random token of 256 bits, and the hash to store. */
export const newToken = (): { token: string; hash: Buffer } => {
  const token = randomBytes(32).toString('base64url')
  return { token, hash: hashOf(token) }
}
