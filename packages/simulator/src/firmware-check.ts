import { firmwareKeyText, firmwareText } from '@emberwatch/device-link'
import type { UpgradeMessage } from '@emberwatch/device-link'
import { createHash, createPublicKey, verify } from 'node:crypto'
import type { KeyObject } from 'node:crypto'

export interface PublishedKey {
  readonly id: string
  /** Raw, in base64. */
  readonly publicKey: string
  readonly previous: string | null
  readonly previousSignature: string | null
}

/** The SubjectPublicKeyInfo of an Ed25519 key up to its 32 raw bytes. */
const spki = Buffer.from('302a300506032b6570032100', 'hex')

const keyObject = (publicKey: string): KeyObject => {
  return createPublicKey({ key: Buffer.concat([spki, Buffer.from(publicKey, 'base64')]), format: 'der', type: 'spki' })
}

/** The keys that a device trusts, by id: the first one, and each one that a trusted key has signed. */
export const trustedKeys = (published: readonly PublishedKey[]): ReadonlyMap<string, KeyObject> => {
  const trusted = new Map<string, KeyObject>()
  const waiting = [...published]
  for (let index = waiting.findIndex(({ previous }) => previous === null); index !== -1;) {
    const [key] = waiting.splice(index, 1)
    if (key !== undefined) {
      const id = createHash('sha256').update(Buffer.from(key.publicKey, 'base64')).digest('hex').slice(0, 16)
      if (id === key.id) trusted.set(key.id, keyObject(key.publicKey))
    }
    index = waiting.findIndex(({ publicKey, previous, previousSignature }) => {
      const before = previous === null ? undefined : trusted.get(previous)
      if (before === undefined || previousSignature === null) return false
      return verify(null, Buffer.from(firmwareKeyText(publicKey)), before, Buffer.from(previousSignature, 'base64'))
    })
  }
  return trusted
}

export interface FirmwareTarget {
  /** Undefined: the device does not know its hardware revision and accepts any. */
  readonly model?: string | undefined
  readonly hardware?: string | undefined
}

/** The reason why a device does not install a file; undefined if it does. All of this is checked before anything is overwritten. */
export const firmwareProblem = (
  offer: UpgradeMessage,
  bytes: Uint8Array,
  target: FirmwareTarget,
  keys: ReadonlyMap<string, KeyObject> | undefined,
): string | undefined => {
  if (bytes.length !== offer.size) return 'wrong size'
  if (createHash('sha256').update(bytes).digest('hex') !== offer.sha256) return 'wrong checksum'
  if (target.model !== undefined && offer.model !== target.model) return 'wrong model'
  const { hardware = '' } = offer
  if (hardware !== '' && target.hardware !== undefined && hardware !== target.hardware) return 'wrong hardware'
  // Without the server's keys a device cannot tell.
  if (keys === undefined) return undefined
  const key = keys.get(offer.key ?? '')
  const text = firmwareText({
    model: offer.model ?? '',
    hardware,
    version: offer.version,
    size: offer.size,
    sha256: offer.sha256,
  })
  if (key === undefined) return 'unknown key'
  return verify(null, Buffer.from(text), key, Buffer.from(offer.signature ?? '', 'base64')) ? undefined : 'wrong signature'
}
