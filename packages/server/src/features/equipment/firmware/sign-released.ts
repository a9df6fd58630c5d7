import type { Write } from '../../../platform/transact.ts'
import type { NewKey } from './ed25519.ts'
import { signatureOf } from './sign-edition.ts'

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
