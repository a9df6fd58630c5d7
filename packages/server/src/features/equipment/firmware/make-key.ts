import { DomainError, type endpoints, type FirmwareKeyRow, type InputOf } from '@emberwatch/contract'
import type { Ctx } from '../../../platform/context.ts'
import { translate } from '../../../platform/i18n.ts'
import { actorCompany } from '../../../platform/rows/rows.ts'
import { transact, type Write } from '../../../platform/transact.ts'
import { reauthenticate } from '../../people/session/reauthenticate.ts'
import { newKey } from './ed25519.ts'
import { editionEvent } from './edition-event.ts'
import { keyRow } from './firmware-key.reads.ts'
import { currentKey, lockKeys, opens, retireKey, storeKey } from './firmware-key.store.ts'
import { signReleased } from './sign-released.ts'

/**
 * Stores a new first key. If the present key can no longer be opened, because the key of the data directory was lost, the new one replaces
 * it and signs everything released. Devices trust it only once it has been built into them.
 * @throws precondition if there is a usable key
 */
export const storeFirstKey = async (ctx: Ctx, write: Write): Promise<string> => {
  const key = newKey()
  await lockKeys(write)
  const lost = await currentKey(write.systemDb)
  if (lost && opens(ctx.config.dataDir, lost))
    throw new DomainError('precondition', { reason: translate(ctx.locale, 'reasons.firmwareKeyThere') })
  if (lost) await retireKey(write, lost.id)
  await storeKey(write, ctx.config.dataDir, key)
  const editions = lost ? await signReleased(write, key) : null
  write.audit({
    action: 'firmwareKey.create',
    object: { kind: 'firmware_key', id: key.id, name: key.id },
    owner: actorCompany(ctx),
    changes: {
      publicKey: [lost?.public_key ?? null, key.publicKey],
      ...(lost ? { keyId: [lost.id, key.id], editions: [null, editions] } : {}),
    },
  })
  write.emit(editionEvent(ctx, 'key', null))
  return key.id
}

/** Makes the first key. Its private half is sealed and never leaves the program. @throws wrongPassword; precondition if there is a usable key */
export const makeKey = async (ctx: Ctx, input: InputOf<typeof endpoints.firmwareKey.make>): Promise<FirmwareKeyRow> => {
  await reauthenticate(ctx, input.password)
  return keyRow(ctx, await transact(ctx, (write) => storeFirstKey(ctx, write)))
}
