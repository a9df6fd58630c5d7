import { DomainError, type endpoints, type FirmwareKeyRow, type InputOf } from '@emberwatch/contract'
import { firmwareKeyText } from '@emberwatch/device-link'
import type { Ctx } from '../../../platform/context.ts'
import { translate } from '../../../platform/i18n.ts'
import { actorCompany } from '../../../platform/rows/rows.ts'
import { transact } from '../../../platform/transact.ts'
import { reauthenticate } from '../../people/session/reauthenticate.ts'
import { newKey, signText } from './ed25519.ts'
import { editionEvent } from './edition-event.ts'
import { keyRow } from './firmware-key.reads.ts'
import { currentKey, lockKeys, storeKey } from './firmware-key.store.ts'
import { secretOf } from './sign-edition.ts'
import { signReleased } from './sign-released.ts'

/**
 * Replaces the key by a new one, signed by the old one, so that devices that trust the old one can accept it. Everything released is signed
 * again, for devices that trust only the new one.
 * @throws wrongPassword; precondition if there is no key, or it cannot be opened
 */
export const rotateKey = async (ctx: Ctx, input: InputOf<typeof endpoints.firmwareKey.rotate>): Promise<FirmwareKeyRow> => {
  await reauthenticate(ctx, input.password)
  const key = newKey()
  await transact(ctx, async (write) => {
    await lockKeys(write)
    const before = await currentKey(write.systemDb)
    if (!before) throw new DomainError('precondition', { reason: translate(ctx.locale, 'reasons.firmwareKeyNeeded') })
    const signature = signText(secretOf(ctx, before), firmwareKeyText(key.publicKey))
    await storeKey(write, ctx.config.dataDir, key, { id: before.id, signature })
    const editions = await signReleased(write, key)
    write.audit({
      action: 'firmwareKey.rotateSecret',
      object: { kind: 'firmware_key', id: key.id, name: key.id },
      owner: actorCompany(ctx),
      changes: { keyId: [before.id, key.id], publicKey: [before.public_key, key.publicKey], editions: [null, editions] },
    })
    write.emit(editionEvent(ctx, 'key', null))
  })
  return keyRow(ctx, key.id)
}
