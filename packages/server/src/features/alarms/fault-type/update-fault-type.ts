import type { endpoints, InputOf } from '@emberwatch/contract'
import type { Ctx } from '../../../platform/context.ts'
import { namesOf } from '../../../platform/both-names.ts'
import { actorCompany, lockRow, updateRow } from '../../../platform/rows/rows.ts'
import { transact } from '../../../platform/transact.ts'
import { invalidateGatewayCache } from '../../base/gateway-cache/gateway-cache-invalidation.ts'

/** Edits a fault type. New faults follow it; earlier ones keep their level. */
export const updateFaultType = (ctx: Ctx, input: InputOf<typeof endpoints.faultType.update>): Promise<{ id: number }> =>
  transact(ctx, async (write) => {
    const type = await lockRow(write, 'fault_type', input)
    const names = namesOf(ctx, input)
    const audit = { action: 'faultType.update', name: names.name_zh, owner: actorCompany(ctx) } as const
    await updateRow(write, 'fault_type', type, { ...names, level: input.level }, audit)
    await invalidateGatewayCache(write.systemDb)
    return { id: type.id }
  })
