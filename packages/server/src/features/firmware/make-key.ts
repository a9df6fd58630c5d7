import { DomainError, type endpoints, type FirmwareKeyRow, type InputOf } from '@emberwatch/contract'
import type { Ctx } from '../../platform/context.ts'
import { translate } from '../../platform/i18n.ts'
import { actorCompany } from '../../platform/rows/rows.ts'
import { transact } from '../../platform/transact.ts'
import { reauthenticate } from '../session/reauthenticate.ts'
import { newKey } from './ed25519.ts'
import { keyRow } from './firmware-key.reads.ts'
import { currentKey, lockKeys, storeKey } from './firmware-key.store.ts'
import { editionEvent } from './edition-event.ts'

/** Makes the first key. Its private half is sealed, and never leaves the program. @throws wrongPassword; precondition if there is one */
export const makeKey = async (ctx: Ctx, input: InputOf<typeof endpoints.firmwareKey.make>): Promise<FirmwareKeyRow> => {
  await reauthenticate(ctx, input.password)
  const key = newKey()
  await transact(ctx, async (write) => {
    await lockKeys(write)
    if (await currentKey(write.systemDb))
      throw new DomainError('precondition', { reason: translate(ctx.locale, 'reasons.firmwareKeyThere') })
    await storeKey(write, ctx.config.dataDir, key)
    write.audit({
      action: 'firmwareKey.create',
      object: { kind: 'firmware_key', id: key.id, name: key.id },
      owner: actorCompany(ctx),
      changes: { publicKey: [null, key.publicKey] },
    })
    write.emit(editionEvent(ctx, 'key', null))
  })
  return keyRow(ctx, key.id)
}
