import type { endpoints, InputOf } from '@emberwatch/contract'
import type { Ctx } from '../../platform/context.ts'
import { transact } from '../../platform/transact.ts'
import { moveDevice } from '../device/move-device.ts'
import { audited, lockOpen, senderOf } from './unknown-report.rules.ts'
import { markHandled, sameDevice } from './unknown-report.store.ts'

/** Moves a device that stands elsewhere to the gateway that reported it, where the caller sees both; answers the device's id. */
export const moveUnknownDevice = (ctx: Ctx, input: InputOf<typeof endpoints.unknownDevice.move>): Promise<{ id: number }> =>
  transact(ctx, async (write) => {
    const found = await lockOpen(ctx, write, input.id, ['foreignDevice'])
    const id = await moveDevice(ctx, write, await senderOf(ctx, write, found))
    const settled = await sameDevice(write.db, found)
    await markHandled(write.db, settled, 'moved', ctx.actor.accountId, write.at)
    write.audit({ action: 'unknownDevice.move', ...audited(found), changes: { deviceId: [null, id] } })
    return { id }
  })
