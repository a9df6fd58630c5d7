import { ECDH } from 'node:crypto'

/** Length of an uncompressed P-256 point. */
const keyBytes = 65
const secretBytes = 16

/** Whether messages can be encrypted for a browser: its key is a point on the curve, and its secret is long enough. */
export const areBrowserKeys = ({ p256dh, auth }: { readonly p256dh: string; readonly auth: string }): boolean => {
  try {
    ECDH.convertKey(p256dh, 'prime256v1', 'base64url')
    return Buffer.from(p256dh, 'base64url').length === keyBytes && Buffer.from(auth, 'base64url').length >= secretBytes
  } catch {
    return false
  }
}
