import { DomainError } from '@emberwatch/contract'
import { firmwareText } from '@emberwatch/device-link'
import type { Ctx } from '../../../platform/context.ts'
import { translate } from '../../../platform/i18n.ts'
import { signText } from './ed25519.ts'
import { openKey, type StoredKey } from './firmware-key.store.ts'

interface Signed {
  readonly hardware: string
  readonly edition_version: string
  readonly size: number
  readonly sha256: string
}

/** The text that an edition's signature covers. */
export const signedText = (model: string, { hardware, edition_version: version, size, sha256 }: Signed): string =>
  firmwareText({ model, hardware, version, size, sha256 })

/** The private key of a stored key. @throws DomainError precondition if it cannot be opened, saying what to do */
export const secretOf = (ctx: Ctx, key: StoredKey): string => {
  try {
    return openKey(ctx.config.dataDir, key)
  } catch (error) {
    const refusal = new DomainError('precondition', { reason: translate(ctx.locale, 'reasons.firmwareKeyLost') })
    refusal.cause = error
    throw refusal
  }
}

/** An edition's signature, with the model code that it covers. */
export const signatureOf = (secret: string, keyId: string, model: string, edition: Signed) => ({
  signature: signText(secret, signedText(model, edition)),
  key_id: keyId,
  signed_model: model,
})
