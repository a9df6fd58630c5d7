import { openSecret, sealSecret } from '../../../platform/secret-box.ts'

/** A key can only be opened for the gateway that it was sealed for. */
const boundTo = (code: string): string => `gateway_link:${code}`

/** The key of a gateway's link as it is stored. */
export const sealLinkKey = (dataDir: string, code: string, key: Uint8Array): Buffer =>
  sealSecret(dataDir, Buffer.from(key).toString('hex'), boundTo(code))

/** The key of a gateway's link. @throws if it was sealed for another gateway or with another data directory */
export const openLinkKey = (dataDir: string, code: string, sealed: Buffer): Buffer =>
  Buffer.from(openSecret(dataDir, sealed, boundTo(code)), 'hex')
