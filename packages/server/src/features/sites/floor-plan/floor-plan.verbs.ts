import { DomainError, type endpoints, type InputOf } from '@emberwatch/contract'
import type { Ctx } from '../../../platform/context.ts'
import { type Write, transact } from '../../../platform/transact.ts'
import { attachFiles } from '../../base/file/file.verbs.ts'
import { type LockedProject, ownerOfPart, projectOfPart } from '../project/project-part.rules.ts'
import { insertRow, lockRow, updateRow, deleteRow, auditRow } from '../../../platform/rows/rows.ts'
import { emitProject } from '../project/project.events.ts'
import { translate } from '../../../platform/i18n.ts'
import { setPin, removePin, passPin, removePinsOf } from './floor-plan.store.ts'

/** The name of a plan. */
const nameOf = ({ building, floor }: { readonly building: string; readonly floor: string }): string => `${building} · ${floor}`

/**
 * Makes an upload the image of a plan, so that everybody who sees the project sees it. It must have been uploaded for that purpose.
 * @throws DomainError fileType
 */
const attachImage = async (ctx: Ctx, write: Write, project: LockedProject, image: string): Promise<void> => {
  const file = await write.db.selectFrom('file').select('purpose').where('id', '=', image).executeTakeFirst()
  if (file?.purpose !== 'floorPlan') throw new DomainError('fileType', { types: 'png, jpg' }, 'image')
  await attachFiles(ctx, write, [image], { ...ownerOfPart(project), customerId: project.customer_id })
}

/** Adds the drawing of a floor of a project. */
export const createFloorPlan = (ctx: Ctx, input: InputOf<typeof endpoints.floorPlan.create>): Promise<{ id: number }> =>
  transact(ctx, async (write) => {
    const project = await projectOfPart(write, input.projectId, 'projectId')
    await attachImage(ctx, write, project, input.image)
    const { building, floor, image } = input
    const id = await insertRow(
      write,
      'floor_plan',
      { project_id: project.id, building, floor, image },
      { action: 'floorPlan.create', name: nameOf(input), owner: ownerOfPart(project), unique: ['floor', nameOf(input)] },
    )
    emitProject(write, project, 'floorPlan')
    return { id }
  })

/** Edits a plan. If its image is replaced, devices keep their relative positions. */
export const updateFloorPlan = (ctx: Ctx, input: InputOf<typeof endpoints.floorPlan.update>): Promise<{ id: number }> =>
  transact(ctx, async (write) => {
    const plan = await lockRow(write, 'floor_plan', input)
    const project = await projectOfPart(write, plan.project_id)
    const { building, floor, image } = input
    if (image !== plan.image) await attachImage(ctx, write, project, image)
    await updateRow(
      write,
      'floor_plan',
      plan,
      { building, floor, image },
      { action: 'floorPlan.update', name: nameOf(input), owner: ownerOfPart(project), unique: ['floor', nameOf(input)] },
    )
    emitProject(write, project, 'floorPlan')
    return { id: plan.id }
  })

/** Deletes a plan with the device positions on it. Its image is deleted at the next clean-up. */
export const removeFloorPlan = (ctx: Ctx, input: InputOf<typeof endpoints.floorPlan.remove>): Promise<null> =>
  transact(ctx, async (write) => {
    const plan = await lockRow(write, 'floor_plan', input, 'delete')
    const project = await projectOfPart(write, plan.project_id)
    await deleteRow(write, 'floor_plan', plan, { action: 'floorPlan.del', name: nameOf(plan), owner: ownerOfPart(project) })
    emitProject(write, project, 'floorPlan')
    return null
  })

const percent = (part: number): string => `${Math.round(part * 1_000) / 10} %`

/** Puts a device of the project on a plan, or moves it there. */
export const placeDevice = (ctx: Ctx, input: InputOf<typeof endpoints.floorPlan.place>): Promise<null> =>
  transact(ctx, async (write) => {
    const { planId, deviceId, x, y } = input
    const plan = await lockRow(write, 'floor_plan', { id: planId })
    const project = await projectOfPart(write, plan.project_id)
    const device = await write.db
      .selectFrom('device')
      .select(['code', 'project_id'])
      .where('id', '=', deviceId)
      .where('deleted_at', 'is', null)
      .forKeyShare()
      .executeTakeFirst()
    if (!device) throw new DomainError('notFound', {}, 'deviceId')
    if (device.project_id !== project.id)
      throw new DomainError('precondition', { reason: translate(ctx.locale, 'reasons.deviceOfOtherProject') }, 'deviceId')
    const before = await setPin(write.systemDb, { plan_id: plan.id, device_id: deviceId, x, y })
    const shown = (pin: { readonly x: number; readonly y: number }) => `${percent(pin.x)} / ${percent(pin.y)}`
    auditRow(write, 'floor_plan', plan, {
      action: 'floorPlan.place',
      name: nameOf(plan),
      owner: ownerOfPart(project),
      changes: { deviceCode: [null, device.code], place: [before ? shown(before) : null, shown(input)] },
    })
    emitProject(write, project, 'floorPlan')
    return null
  })

/** Removes a device from a plan. @throws DomainError precondition if it is not on it */
export const unplaceDevice = (ctx: Ctx, input: InputOf<typeof endpoints.floorPlan.unplace>): Promise<null> =>
  transact(ctx, async (write) => {
    const plan = await lockRow(write, 'floor_plan', { id: input.planId })
    const project = await projectOfPart(write, plan.project_id)
    const stood = await removePin(write.systemDb, plan.id, input.deviceId)
    if (!stood) throw new DomainError('precondition', { reason: translate(ctx.locale, 'reasons.deviceNotOnPlan') }, 'deviceId')
    const device = await write.db.selectFrom('device').select('code').where('id', '=', input.deviceId).executeTakeFirst()
    auditRow(write, 'floor_plan', plan, {
      action: 'floorPlan.unplace',
      name: nameOf(plan),
      owner: ownerOfPart(project),
      changes: { deviceCode: [device?.code ?? null, null] },
    })
    emitProject(write, project, 'floorPlan')
    return null
  })

/** A device takes the position of another on the plan. Call it in the write that replaces the device, which has its own audit row. */
export const movePin = (write: Write, fromDeviceId: number, toDeviceId: number): Promise<void> =>
  // Not scoped: the caller found the devices in its scope.
  passPin(write.systemDb, fromDeviceId, toDeviceId)

/** Removes devices that leave their project from its plans. Call it in the write that moves or unbinds them, which has its own audit row. */
export const removePins = async (write: Write, deviceIds: readonly number[]): Promise<void> => {
  // Not scoped: the caller found the devices in its scope.
  if (deviceIds.length > 0) await removePinsOf(write.systemDb, deviceIds)
}
