import type { endpoints, InputOf } from '@emberwatch/contract'
import type { Ctx } from '../../../platform/context.ts'
import { lockRow, updateRow } from '../../../platform/rows/rows.ts'
import { transact } from '../../../platform/transact.ts'
import { assertGatewayModel, gatewayColumnsOf } from './add-gateway.ts'
import { assertOrigin } from '../device/device.rules.ts'
import { emitGateway } from './gateway.events.ts'
import { invalidateGatewayCache } from '../../base/gateway-cache/gateway-cache-invalidation.ts'
import { editedOrigin } from '../device/origin-access.ts'

/** Edits a gateway. Its code cannot change: it signs in with it. */
export const updateGateway = (ctx: Ctx, input: InputOf<typeof endpoints.gateway.update>): Promise<{ id: number }> =>
  transact(ctx, async (write) => {
    const gateway = await lockRow(write, 'gateway', input)
    // A model that has since been disabled may stay.
    if (input.modelId !== gateway.model_id) await assertGatewayModel(ctx, write, input.modelId)
    assertOrigin(ctx, input)
    const origin = await editedOrigin(ctx, write, 'gateway', gateway, input)
    const changes = { name: input.name, ...gatewayColumnsOf(input, gateway.code), ...origin }
    await updateRow(write, 'gateway', gateway, changes, { action: 'gateway.update' })
    await invalidateGatewayCache(write.systemDb, [gateway.code])
    emitGateway(write, 'updated', gateway.id, [gateway])
    return { id: gateway.id }
  })
