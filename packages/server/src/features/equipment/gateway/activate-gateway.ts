import { DomainError, type endpoints, type InputOf } from '@emberwatch/contract'
import type { Ctx } from '../../../platform/context.ts'
import { translate } from '../../../platform/i18n.ts'
import { lockRow, updateRow } from '../../../platform/rows/rows.ts'
import { transact } from '../../../platform/transact.ts'
import { recordTrace } from '../product-trace/record-trace.ts'
import { emitGateway } from './gateway.events.ts'
import { beginLinkHistory } from './gateway.store.ts'
import { invalidateGatewayCache } from '../../base/gateway-cache/gateway-cache-invalidation.ts'

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
