import type { endpoints, InputOf } from '@emberwatch/contract'
import type { Ctx } from '../../../platform/context.ts'
import { assertVersion, updateRow } from '../../../platform/rows/rows.ts'
import { transact } from '../../../platform/transact.ts'
import { ownColumns } from './create-device.ts'
import { emitDevices } from './device.events.ts'
import { assertAddresses, assertCommunicationCode, assertOrigin, fitModel, usableDevice } from './device.rules.ts'
import { invalidateGatewayCache } from '../../base/gateway-cache/gateway-cache-invalidation.ts'
import { gatewayCodesOf } from './device.store.ts'
import { linkEarlier } from './link-earlier.ts'
import { editedOrigin } from './origin-access.ts'

/** Edits a device and its place within its project. Changing the project or gateway is a move (move-devices.ts). */
export const updateDevice = (ctx: Ctx, input: InputOf<typeof endpoints.device.update>): Promise<{ id: number }> =>
  transact(ctx, async (write) => {
    const device = await usableDevice(ctx, write, input.id)
    await assertVersion(write, 'device', device, input.version)
    const { id: _id, version: _version, ...facts } = input
    // A model that is no longer offered may stay.
    if (input.modelId !== device.model_id || input.communicationCode === undefined) {
      const model = await fitModel(ctx, write, input.modelId)
      assertCommunicationCode(ctx, model.network, input.communicationCode)
    }
    assertOrigin(ctx, input)
    const changes = { ...ownColumns(facts), ...(await editedOrigin(ctx, write, 'device', device, facts)) }
    await updateRow(write, 'device', device, changes, { action: 'device.update' })
    if (device.gateway_id !== null && changes.communication_code !== device.communication_code) {
      await assertAddresses(ctx, write, [device.id], 'communicationCode')
      await linkEarlier(write, [
        {
          deviceId: device.id,
          gatewayId: device.gateway_id,
          code: device.code,
          communicationCode: changes.communication_code,
        },
      ])
    }
    // Ingest caches name and room for the alarms that it raises.
    if (device.project_id !== null)
      await invalidateGatewayCache(write.systemDb, await gatewayCodesOf(write.systemDb, [device.project_id]))
    emitDevices(write, 'updated', [device])
    return { id: device.id }
  })
