import type { endpoints, InputOf } from '@emberwatch/contract'
import type { Ctx } from '../../platform/context.ts'
import { lockRow, updateRow } from '../../platform/rows/rows.ts'
import { transact } from '../../platform/transact.ts'
import { assertGatewayModel, gatewayColumnsOf } from './add-gateway.ts'
import { emitGateway } from './gateway.events.ts'
import { invalidateGatewayCache } from './gateway-cache-invalidation.ts'

/** Edits what a gateway is called and is. Its code stays: it signs in with it. */
export const updateGateway = (ctx: Ctx, input: InputOf<typeof endpoints.gateway.update>): Promise<{ id: number }> =>
  transact(ctx, async (write) => {
    const gateway = await lockRow(write, 'gateway', input)
    // A model that was disabled since may stay.
    if (input.modelId !== gateway.model_id) await assertGatewayModel(ctx, write, input.modelId)
    const changes = { name: input.name, ...gatewayColumnsOf(input, gateway.code) }
    await updateRow(write, 'gateway', gateway, changes, { action: 'gateway.update' })
    await invalidateGatewayCache(write.systemDb, [gateway.code])
    emitGateway(write, 'updated', gateway.id, [gateway])
    return { id: gateway.id }
  })
