import type { endpoints, InputOf } from '@emberwatch/contract'
import type { Ctx } from '../../../platform/context.ts'
import { updateRow } from '../../../platform/rows/rows.ts'
import { transact } from '../../../platform/transact.ts'
import { assertPlace } from '../../sites/project/assert-place.ts'
import { emitDevices } from './device.events.ts'
import { usableDevice } from './device.rules.ts'

/** Sets a device's position on the map. Its coordinate system is stored with it, never guessed. */
export const locateDevice = (ctx: Ctx, input: InputOf<typeof endpoints.device.locate>): Promise<null> =>
  transact(ctx, async (write) => {
    const device = await usableDevice(ctx, write, input.id)
    await assertPlace(ctx, write, input.position, device.project_id)
    const { longitude, latitude, coordinateSystem } = input.position
    const changes = { longitude, latitude, coordinate_system: coordinateSystem }
    await updateRow(write, 'device', device, changes, { action: 'device.locate' })
    emitDevices(write, 'located', [device])
    return null
  })
