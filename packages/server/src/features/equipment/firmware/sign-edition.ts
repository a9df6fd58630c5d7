import { DomainError } from '@emberwatch/contract'
import { firmwareText } from '@emberwatch/device-link'
import type { Ctx } from '../../../platform/context.ts'
import { translate } from '../../../platform/i18n.ts'
import { signText, type NewKey } from './ed25519.ts'
import { openKey, type StoredKey } from './firmware-key.store.ts'
import type { Write } from '../../../platform/transact.ts'

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

/** Signs again everything that may still be given to devices. The signed text stays the same, so no device has to install it again. */
export const signReleased = async (write: Write, { secret, id: keyId }: NewKey): Promise<number> => {
  const editions = await write.systemDb
    .selectFrom('firmware_edition')
    .select(['id', 'hardware', 'edition_version', 'size', 'sha256', 'signed_model'])
    .where('state', '=', 'released')
    .where('deleted_at', 'is', null)
    .execute()
  for (const { id, signed_model: model, ...edition } of editions)
    await write.systemDb
      .updateTable('firmware_edition')
      .set(signatureOf(secret, keyId, model ?? '', edition))
      .where('id', '=', id)
      .execute()
  return editions.length
}
