import type { endpoints, InputOf } from '@emberwatch/contract'
import type { Ctx } from '../../../platform/context.ts'
import { transact } from '../../../platform/transact.ts'
import { moveDevice } from '../device/move-device.ts'
import { auditTarget, lockUnhandled, reportingGateway } from './unknown-report.rules.ts'
import { markHandled, sameDevice } from './unknown-report.store.ts'

/** Moves a device from another gateway, or from stock, to the one that reported it, if the caller sees both. Returns the device's id. */
export const moveUnknownDevice = (ctx: Ctx, input: InputOf<typeof endpoints.unknownDevice.move>): Promise<{ id: number }> =>
  transact(ctx, async (write) => {
    const found = await lockUnhandled(ctx, write, input.id, ['foreignDevice', 'unknownDevice'])
    const id = await moveDevice(ctx, write, await reportingGateway(ctx, write, found))
    const settled = await sameDevice(write.db, found)
    await markHandled(write.db, settled, 'moved', ctx.actor.accountId, write.at)
    write.audit({ action: 'unknownDevice.move', ...auditTarget(found), changes: { deviceId: [null, id] } })
    return { id }
  })
