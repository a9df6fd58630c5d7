import { type endpoints, type InputOf, deviceTagsMax, DomainError } from '@emberwatch/contract'
import { sql } from 'kysely'
import type { Ctx } from '../../../platform/context.ts'
import { assertVersion, updateRow, deleteRow } from '../../../platform/rows/rows.ts'
import { transact, type Write } from '../../../platform/transact.ts'
import { ownColumns } from './create-device.ts'
import { emitDevices, auditDevices } from './device.events.ts'
import {
  assertAddresses,
  assertCommunicationCode,
  assertOrigin,
  fitModel,
  usableDevice,
  refuse,
  usableDevices,
} from './device.rules.ts'
import { invalidateGatewayCache } from '../../base/gateway-cache/gateway-cache-invalidation.ts'
import { gatewayCodesOf, updateDevices, lockDevices } from './device.store.ts'
import { linkEarlier } from './device-binding.verbs.ts'
import { editedOrigin } from './device-origin.rules.ts'
import { translate } from '../../../platform/i18n.ts'
import { refuseField } from '../../../platform/refuse-field.ts'
import { assertPlace } from '../../sites/project/project-part.rules.ts'
import { assertStaff } from '../../base/access/access.rules.ts'

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

/** Adds and removes tags of devices at their places. Tags describe the place, so a device in stock has none. */
export const tagDevices = (ctx: Ctx, input: InputOf<typeof endpoints.device.tag>): Promise<{ count: number }> =>
  transact(ctx, async (write) => {
    const { addTags = [], removeTags = [] } = input
    if (addTags.length + removeTags.length === 0) refuseField(ctx, 'addTags', 'required')
    const devices = await usableDevices(ctx, write, input.ids)
    if (devices.some(({ project_id }) => project_id === null)) refuse(ctx, 'deviceInStock', 'ids')
    const retagged = devices.map((device) => {
      const kept = device.tags.filter((tag) => !removeTags.includes(tag))
      return { device, tags: [...new Set([...kept, ...addTags])] }
    })
    if (retagged.some(({ tags }) => tags.length > deviceTagsMax))
      throw new DomainError(
        'precondition',
        { reason: translate(ctx.locale, 'reasons.deviceTags', { limit: deviceTagsMax }) },
        'addTags',
      )
    // Devices that end up with the same tags are updated with one statement.
    for (const [, same] of Map.groupBy(retagged, ({ tags }) => JSON.stringify(tags))) {
      const { tags } = same[0] ?? { tags: [] }
      const changed = same.map(({ device }) => device)
      // Not scoped: the devices were found in the caller's scope.
      await updateDevices(
        write.systemDb,
        changed.map(({ id }) => id),
        { tags, updated_at: write.at, updated_by: write.by },
      )
      auditDevices(write, 'device.tag', changed, { tags })
      emitDevices(write, 'updated', changed)
    }
    return { count: devices.length }
  })

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

/** Sets the rooms of devices of a project, within a write. Alarms name the room from then on. */
export const placeDevices = async (write: Write, projectId: number, rooms: ReadonlyMap<number, string>): Promise<void> => {
  if (rooms.size === 0) return
  const devices = await lockDevices(write.db, [...rooms.keys()])
  const moved = devices.filter(({ id, project_id, room_number }) => project_id === projectId && room_number !== rooms.get(id))
  for (const device of moved) {
    const changes = { room_number: rooms.get(device.id) ?? null }
    await updateDevices(write.db, [device.id], { ...changes, updated_at: write.at, updated_by: write.by })
    auditDevices(write, 'device.update', [device], changes)
  }
  if (moved.length === 0) return
  // Ingest caches the room.
  await invalidateGatewayCache(write.systemDb, await gatewayCodesOf(write.systemDb, [projectId]))
  emitDevices(write, 'updated', moved)
}

/** Whether the device was ever at a place or left records that must stay traceable. */
const wasUsed = sql<boolean>`device.last_seen_at is not null or device.bound_at is not null
  or exists (select from device_trace t where t.device_id = device.id and t.step in ('bound', 'replaces', 'moved', 'registered'))
  or exists (select from order_device o where o.device_id = device.id)
  or exists (select from device later where later.replaces_id = device.id)`

/** Deletes a device that was added to stock by mistake. One that was in use is scrapped instead, so that its history keeps its subject. */
export const removeDevice = (ctx: Ctx, input: InputOf<typeof endpoints.device.remove>): Promise<null> =>
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
