import { DomainError, type endpoints, type InputOf } from '@emberwatch/contract'
import type { Ctx } from '../../../platform/context.ts'
import { lockRow, updateRow } from '../../../platform/rows/rows.ts'
import { transact } from '../../../platform/transact.ts'
import { recordTrace } from '../product-trace/record-trace.ts'
import { emitGateway } from './gateway.events.ts'
import { invalidateGatewayCache } from '../../base/gateway-cache/gateway-cache-invalidation.ts'

/**
 * Enables or disables a gateway. A disabled one is disconnected and may not sign in. Nothing is acknowledged meanwhile, so it keeps its
 * messages and sends them once it is enabled again. It and its devices fall silent, which raises their supervisory faults, so nothing looks
 * healthy.
 */
export const setGatewayEnabled = (ctx: Ctx, input: InputOf<typeof endpoints.gateway.forbidden>): Promise<null> =>
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
