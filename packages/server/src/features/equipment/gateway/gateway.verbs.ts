import {
  DomainError,
  hasLinkKeys,
  linkAddressParts,
  type endpoints,
  type GatewaySecret,
  type InputOf,
} from '@emberwatch/contract'
import { generateGatewaySecret, hashGatewaySecret } from '../../../platform/broker/gateway-secret.ts'
import type { Ctx } from '../../../platform/context.ts'
import { isNetwork } from '../../../platform/networks.ts'
import { refuseField } from '../../../platform/refuse-field.ts'
import { transact } from '../../../platform/transact.ts'
import { addGateway, assertGatewayModel, connectionColumns, givenOf } from './add-gateway.ts'
import { lockRow, updateRow, deleteRow, dependantLimit, refuseInUse } from '../../../platform/rows/rows.ts'
import { assertOrigin } from '../device/device.rules.ts'
import { emitGateway } from './gateway.events.ts'
import { sealLinkKey } from './gateway-link.rules.ts'
import { invalidateGatewayCache } from '../../base/gateway-cache/gateway-cache-invalidation.ts'
import { editedOrigin } from '../device/device-origin.rules.ts'
import { recordTrace } from '../product-trace/record-trace.ts'
import { translate } from '../../../platform/i18n.ts'
import { beginLinkHistory, devicesBehind } from './gateway.store.ts'

/** Registers a gateway. Its secret, if it has one, is shown only in this answer. */
export const createGateway = (ctx: Ctx, input: InputOf<typeof endpoints.gateway.create>): Promise<GatewaySecret> =>
  transact(ctx, async (write) => {
    const secret = generateGatewaySecret()
    const { id, linkAddress } = await addGateway(ctx, write, input, hashGatewaySecret(secret))
    return givenOf({ id, code: input.code }, secret, linkAddress)
  })

/** Adds a gateway to stock. Its name defaults to its code. */
export const createGatewayPreset = (ctx: Ctx, input: InputOf<typeof endpoints.gatewayPreset.create>): Promise<GatewaySecret> =>
  createGateway(ctx, { ...input, name: input.name ?? input.code })

/** Edits a gateway. Its code cannot change: it signs in with it. */
export const updateGateway = (ctx: Ctx, input: InputOf<typeof endpoints.gateway.update>): Promise<{ id: number }> =>
  transact(ctx, async (write) => {
    const gateway = await lockRow(write, 'gateway', input)
    // A model that has since been disabled may stay.
    if (input.modelId !== gateway.model_id) await assertGatewayModel(ctx, write, input.modelId)
    assertOrigin(ctx, input)
    if (!(input.allowedSources ?? []).every(isNetwork)) refuseField(ctx, 'allowedSources', 'network')
    const origin = await editedOrigin(ctx, write, 'gateway', gateway, input)
    const changes = {
      name: input.name,
      ...(await connectionColumns(ctx, write, input, gateway)),
      iccid: input.iccid ?? null,
      sim_expires: input.simExpires ?? null,
      allowed_sources: input.allowedSources ?? [],
      ...origin,
    }
    const unique = ['communicationCode', changes.communication_code] as const
    await updateRow(write, 'gateway', gateway, changes, { action: 'gateway.update', unique })
    await invalidateGatewayCache(write.systemDb, [gateway.code])
    emitGateway(write, 'updated', gateway.id, [gateway])
    return { id: gateway.id }
  })

/**
 * Gives a gateway a new secret. The commit invalidates the old one and ends connections that used it.
 * @throws DomainError precondition for one that is known by its address
 */
export const rotateGatewaySecret = (ctx: Ctx, input: InputOf<typeof endpoints.gateway.rotateSecret>): Promise<GatewaySecret> =>
  transact(ctx, async (write) => {
    const gateway = await lockRow(write, 'gateway', input)
    if (gateway.link_address !== null)
      throw new DomainError('precondition', { reason: translate(ctx.locale, 'reasons.gatewayNoSecret') })
    const secret = generateGatewaySecret()
    await updateRow(
      write,
      'gateway',
      gateway,
      { secret_hash: hashGatewaySecret(secret) },
      { action: 'gateway.rotateSecret', changes: { secret_hash: null } },
    )
    await invalidateGatewayCache(write.systemDb, [gateway.code])
    emitGateway(write, 'secret', gateway.id, [gateway])
    return givenOf(gateway, secret, null)
  })

/**
 * Sets, replaces or removes the key with which a gateway encrypts what it sends. From the commit on, frames in the clear of one with a key
 * are refused.
 * @throws DomainError precondition for one whose protocol has no keys
 */
export const setGatewayLinkKey = (ctx: Ctx, input: InputOf<typeof endpoints.gateway.setLinkKey>): Promise<null> =>
  transact(ctx, async (write) => {
    const { linkKey } = input
    const gateway = await lockRow(write, 'gateway', input)
    const protocol = linkAddressParts(gateway.link_address ?? '')?.protocol
    if (protocol === undefined || !hasLinkKeys(protocol))
      throw new DomainError('precondition', { reason: translate(ctx.locale, 'reasons.gatewayNoLinkKey') })
    const key = linkKey === undefined ? null : sealLinkKey(ctx.config.dataDir, gateway.code, Buffer.from(linkKey, 'hex'))
    await updateRow(
      write,
      'gateway',
      gateway,
      { link_key: key },
      { action: 'gateway.linkKey', changes: { link_key: null, hasLinkKey: [gateway.link_key !== null, key !== null] } },
    )
    await invalidateGatewayCache(write.systemDb, [gateway.code])
    emitGateway(write, 'linkKey', gateway.id, [gateway])
    return null
  })

/**
 * Enables or disables a gateway. A disabled one is disconnected and may not sign in. Nothing is acknowledged meanwhile, so it keeps its
 * messages and sends them once it is enabled again. It and its devices fall silent, which raises their supervisory faults, so nothing looks
 * healthy.
 */
export const setGatewayEnabled = (ctx: Ctx, input: InputOf<typeof endpoints.gateway.setEnabled>): Promise<null> =>
  transact(ctx, async (write) => {
    const { enabled, reason } = input
    const gateway = await lockRow(write, 'gateway', input)
    if (!enabled && reason === undefined) throw new DomainError('reasonRequired', {}, 'reason')
    const changes = { enabled, disabled_reason: enabled ? null : (reason ?? null) }
    await updateRow(write, 'gateway', gateway, changes, { action: 'gateway.forbidden' })
    const step = enabled ? 'enabled' : 'disabled'
    await recordTrace(write, [{ gatewayId: gateway.id, code: gateway.code, step, note: changes.disabled_reason }])
    await invalidateGatewayCache(write.systemDb, [gateway.code])
    emitGateway(write, step, gateway.id, [gateway])
    return null
  })

/** Activates a gateway by hand. It counts as offline until its first message. */
export const activateGateway = (ctx: Ctx, input: InputOf<typeof endpoints.gateway.activate>): Promise<null> =>
  transact(ctx, async (write) => {
    const gateway = await lockRow(write, 'gateway', input)
    if (gateway.activated_at !== null)
      throw new DomainError('precondition', { reason: translate(ctx.locale, 'reasons.gatewayIsActivated') })
    await updateRow(write, 'gateway', gateway, { activated_at: write.at }, { action: 'gateway.activate' })
    if (!gateway.online) await beginLinkHistory(write.systemDb, gateway.id, write.at)
    await recordTrace(write, [{ gatewayId: gateway.id, code: gateway.code, step: 'activated' }])
    await invalidateGatewayCache(write.systemDb, [gateway.code])
    emitGateway(write, 'activated', gateway.id, [gateway])
    return null
  })

/**
 * Deletes a gateway that was never activated and has no devices behind it. Any other may be named in alarms and faults. What it sends
 * afterwards is filed under an unknown gateway.
 */
export const removeGateway = (ctx: Ctx, input: InputOf<typeof endpoints.gateway.remove>): Promise<null> =>
  transact(ctx, async (write) => {
    const gateway = await lockRow(write, 'gateway', input, 'delete')
    if (gateway.activated_at !== null)
      throw new DomainError('precondition', { reason: translate(ctx.locale, 'reasons.gatewayActivated') })
    await refuseInUse(write, (db) => devicesBehind(db, [gateway.id], dependantLimit))
    await recordTrace(write, [{ gatewayId: gateway.id, code: gateway.code, step: 'scrapped' }])
    await deleteRow(write, 'gateway', gateway, { action: 'gateway.del' })
    await invalidateGatewayCache(write.systemDb, [gateway.code])
    emitGateway(write, 'deleted', gateway.id, [gateway])
    return null
  })

/** Only from stock: a gateway of a project is deleted in the project's list. */
export const removeGatewayPreset = async (ctx: Ctx, input: InputOf<typeof endpoints.gatewayPreset.remove>): Promise<null> => {
  const bound = await ctx.db
    .selectFrom('gateway')
    .select('id')
    .where('id', '=', input.id)
    .where('project_id', 'is not', null)
    .executeTakeFirst()
  if (bound) throw new DomainError('precondition', { reason: translate(ctx.locale, 'reasons.gatewayNotInStock') })
  return removeGateway(ctx, input)
}
