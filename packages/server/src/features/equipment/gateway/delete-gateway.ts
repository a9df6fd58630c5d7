import { DomainError, type endpoints, type InputOf } from '@emberwatch/contract'
import type { Ctx } from '../../../platform/context.ts'
import { isBelow } from '../../../platform/database/scope.ts'
import { translate } from '../../../platform/i18n.ts'
import { deleteRow, dependantLimit, lockRow, refuseInUse } from '../../../platform/rows/rows.ts'
import { transact } from '../../../platform/transact.ts'
import { recordTrace } from '../product-trace/record-trace.ts'
import { emitGateway } from './gateway.events.ts'
import { devicesBehind } from './gateway.store.ts'
import { invalidateGatewayCache } from '../../base/gateway-cache/gateway-cache-invalidation.ts'

/**
 * Deletes a gateway that was never activated and has no devices behind it. Any other may be named in alarms and faults. What it sends
 * afterwards is filed under an unknown gateway.
 */
export const deleteGateway = (ctx: Ctx, input: InputOf<typeof endpoints.gateway.del>): Promise<null> =>
  transact(ctx, async (write) => {
    const gateway = await lockRow(write, 'gateway', input, 'delete')
    if (gateway.activated_at !== null)
      throw new DomainError('precondition', { reason: translate(ctx.locale, 'reasons.gatewayActivated') })
    refuseInUse(await devicesBehind(write.systemDb, [gateway.id], dependantLimit), (path) => isBelow(path, ctx.actor.companyPath))
    await recordTrace(write, [{ gatewayId: gateway.id, code: gateway.code, step: 'scrapped' }])
    await deleteRow(write, 'gateway', gateway, { action: 'gateway.del' })
    await invalidateGatewayCache(write.systemDb, [gateway.code])
    emitGateway(write, 'deleted', gateway.id, [gateway])
    return null
  })

/** Only from stock: a gateway of a project is deleted in the project's list. */
export const deleteGatewayPreset = async (ctx: Ctx, input: InputOf<typeof endpoints.gatewayPreset.del>): Promise<null> => {
  const bound = await ctx.db
    .selectFrom('gateway')
    .select('id')
    .where('id', '=', input.id)
    .where('project_id', 'is not', null)
    .executeTakeFirst()
  if (bound) throw new DomainError('precondition', { reason: translate(ctx.locale, 'reasons.gatewayNotInStock') })
  return deleteGateway(ctx, input)
}
