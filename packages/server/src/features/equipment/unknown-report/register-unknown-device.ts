import type { endpoints, InputOf } from '@emberwatch/contract'
import type { Ctx } from '../../../platform/context.ts'
import { transact } from '../../../platform/transact.ts'
import { registerDevice } from '../device/register-device.ts'
import { auditTarget, lockUnhandled, reportingGateway } from './unknown-report.rules.ts'
import { markHandled, sameDevice } from './unknown-report.store.ts'

/** Registers an unknown device at the gateway that reported it. Returns the device's id. */
export const registerUnknownDevice = (
  ctx: Ctx,
  { id: reportId, ...form }: InputOf<typeof endpoints.unknownDevice.register>,
): Promise<{ id: number }> =>
  transact(ctx, async (write) => {
    const found = await lockUnhandled(ctx, write, reportId, ['unknownDevice'])
    const sender = await reportingGateway(ctx, write, found)
    const id = await registerDevice(ctx, write, { ...form, ...sender })
    const settled = await sameDevice(write.db, found)
    await markHandled(write.db, settled, 'registered', ctx.actor.accountId, write.at)
    write.audit({ action: 'unknownDevice.register', ...auditTarget(found), changes: { deviceId: [null, id] } })
    return { id }
  })
