import type { endpoints, InputOf } from '@emberwatch/contract'
import { sql } from 'kysely'
import type { Ctx } from '../../../platform/context.ts'
import { deleteRow } from '../../../platform/rows/rows.ts'
import { transact } from '../../../platform/transact.ts'
import { emitDevices } from './device.events.ts'
import { assertStaff } from '../../base/access/assert-staff.ts'
import { refuse, usableDevice } from './device.rules.ts'

/** Whether the device was ever at a place or left records that must stay traceable. */
const wasUsed = sql<boolean>`device.last_seen_at is not null or device.bound_at is not null
  or exists (select from device_trace t where t.device_id = device.id and t.step in ('bound', 'replaces', 'moved', 'registered'))
  or exists (select from order_device o where o.device_id = device.id)
  or exists (select from device later where later.replaces_id = device.id)`

/** Deletes a device that was added to stock by mistake. One that was in use is scrapped instead, so that its history keeps its subject. */
export const deleteDevice = (ctx: Ctx, input: InputOf<typeof endpoints.device.del>): Promise<null> =>
  transact(ctx, async (write) => {
    assertStaff(ctx)
    const device = await usableDevice(ctx, write, input.id)
    const { used } = await write.systemDb
      .selectFrom('device')
      .select(wasUsed.as('used'))
      .where('id', '=', device.id)
      .executeTakeFirstOrThrow()
    if (used) refuse(ctx, 'deviceHasHistory', 'id')
    await deleteRow(write, 'device', device, { action: 'device.del' })
    emitDevices(write, 'deleted', [device])
    return null
  })
