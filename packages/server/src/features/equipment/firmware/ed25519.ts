import { createHash, createPrivateKey, createPublicKey, generateKeyPairSync, sign, verify, type KeyObject } from 'node:crypto'

/** DER prefix of a raw Ed25519 public key (RFC 8410). */
const spki = Buffer.from('302a300506032b6570032100', 'hex')

const publicKeyOf = (raw: string): KeyObject =>
  createPublicKey({ key: Buffer.concat([spki, Buffer.from(raw, 'base64')]), format: 'der', type: 'spki' })

export interface NewKey {
  /** The first 16 hex digits of the SHA-256 of the raw public key. */
  readonly id: string
  /** Raw, in base64. */
  readonly publicKey: string
  /** PKCS #8 as PEM. */
  readonly secret: string
}

export const newKey = (): NewKey => {
  const { publicKey, privateKey } = generateKeyPairSync('ed25519')
  const raw = publicKey.export({ format: 'der', type: 'spki' }).subarray(spki.length)
  return {
    id: createHash('sha256').update(raw).digest('hex').slice(0, 16),
    publicKey: raw.toString('base64'),
    secret: privateKey.export({ format: 'pem', type: 'pkcs8' }),
  }
}

/** The signature of a text in UTF-8, in base64. */
export const signText = (secret: string, text: string): string =>
  sign(null, Buffer.from(text, 'utf8'), createPrivateKey(secret)).toString('base64')

/** Whether a signature (base64) over the bytes was made with the private key of this raw public key. False for an invalid key. */
export const isSignedBy = (publicKey: string, bytes: Buffer, signature: string): boolean => {
  try {
    return verify(null, bytes, publicKeyOf(publicKey), Buffer.from(signature, 'base64'))
  } catch {
    return false
  }
}
