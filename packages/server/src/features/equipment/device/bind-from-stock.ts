import type { endpoints, InputOf } from '@emberwatch/contract'
import type { Ctx } from '../../../platform/context.ts'
import { transact } from '../../../platform/transact.ts'
import { bindDevices } from './bind-device.ts'
import { assertStaff } from '../../base/access/assert-staff.ts'

/** Binds devices from stock to a project. A device already bound is refused, with its place. */
export const bindFromStock = (ctx: Ctx, input: InputOf<typeof endpoints.device.bind>): Promise<{ count: number }> =>
  transact(ctx, async (write) => {
    assertStaff(ctx)
    const { ids: deviceIds, projectId, gatewayId } = input
    return { count: await bindDevices(ctx, write, { deviceIds, projectId, gatewayId, bound: 'refuse' }) }
  })
