import { deviceTagsMax, DomainError, type endpoints, type InputOf } from '@emberwatch/contract'
import type { Ctx } from '../../../platform/context.ts'
import { translate } from '../../../platform/i18n.ts'
import { refuseField } from '../../../platform/refuse-field.ts'
import { transact } from '../../../platform/transact.ts'
import { auditDevices, emitDevices } from './device.events.ts'
import { refuse, usableDevices } from './device.rules.ts'
import { updateDevices } from './device.store.ts'

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
