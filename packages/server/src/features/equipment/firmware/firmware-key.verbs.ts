import { DomainError, type endpoints, type FirmwareKeyRow, type InputOf } from '@emberwatch/contract'
import { firmwareKeyText } from '@emberwatch/device-link'
import type { Ctx } from '../../../platform/context.ts'
import { translate } from '../../../platform/i18n.ts'
import { actorCompany } from '../../../platform/rows/rows.ts'
import { transact, type Write } from '../../../platform/transact.ts'
import { reauthenticate } from '../../people/session/own-account.verbs.ts'
import { newKey, signText } from './ed25519.ts'
import { editionEvent } from './firmware.verbs.ts'
import { keyRow } from './firmware-key.reads.ts'
import { currentKey, lockKeys, opens, retireKey, storeKey } from './firmware-key.store.ts'
import { signReleased, secretOf } from './sign-edition.ts'

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
