import { DomainError, type endpoints, type GatewaySecret, type InputOf, type OutputOf } from '@emberwatch/contract'
import { generateGatewaySecret, hashGatewaySecret } from '../../../platform/broker/gateway-secret.ts'
import type { Ctx } from '../../../platform/context.ts'
import { translate } from '../../../platform/i18n.ts'
import { lockRow, updateRow } from '../../../platform/rows/rows.ts'
import { transact } from '../../../platform/transact.ts'
import { addGateway, assertGatewayModel } from './add-gateway.ts'
import { bindLockedGateways } from './bind-gateways.ts'
import { gatewayByCode, lockGateways } from './gateway.store.ts'
import { invalidateGatewayCache } from '../../base/gateway-cache/gateway-cache-invalidation.ts'

type Gateway = typeof endpoints.gateway

/** What the caller may see about a scanned code. */
export const findGateway = async (ctx: Ctx, input: InputOf<Gateway['find']>): Promise<OutputOf<Gateway['find']>> => {
  const known = await gatewayByCode(ctx.db, input.code)
  const project =
    known === undefined || known.project_id === null
      ? undefined
      : await ctx.db.selectFrom('project').select('name').where('id', '=', known.project_id).executeTakeFirst()
  return {
    id: known?.id ?? null,
    modelId: known?.model_id ?? null,
    name: known?.name ?? null,
    projectId: known?.project_id ?? null,
    projectName: project?.name ?? null,
    activatedAt: known?.activated_at ?? null,
  }
}

/**
 * Registers a gateway where it is installed. One from stock is bound to the project and gets a new secret, since nobody on site knows the
 * old one. One that already belongs to a project is refused: reading the code on the box must not be enough to take it over.
 */
export const registerGateway = (ctx: Ctx, input: InputOf<Gateway['register']>): Promise<GatewaySecret> =>
  transact(ctx, async (write) => {
    const { code, modelId, projectId, name } = input
    const secret = generateGatewaySecret()
    const secret_hash = hashGatewaySecret(secret)
    const found = await gatewayByCode(write.db, code)
    if (!found || found.project_id !== null) {
      // If it belongs to a project, the refusal names its place.
      const id = await addGateway(ctx, write, { code, modelId, projectId, name: name ?? code }, secret_hash)
      return { id, code, secret }
    }
    const gateway = await lockRow(write, 'gateway', { id: found.id })
    if (!gateway.enabled)
      throw new DomainError('precondition', { reason: translate(ctx.locale, 'reasons.gatewayDisabled') }, 'code')
    if (modelId !== gateway.model_id) await assertGatewayModel(ctx, write, modelId)
    const changes = { model_id: modelId, name: name ?? gateway.name, secret_hash }
    await updateRow(write, 'gateway', gateway, changes, { action: 'gateway.register', changes: { secret_hash: null } })
    await bindLockedGateways(ctx, write, await lockGateways(write.db, [gateway.id]), projectId, 'code')
    await invalidateGatewayCache(write.systemDb, [gateway.code])
    return { id: gateway.id, code: gateway.code, secret }
  })
