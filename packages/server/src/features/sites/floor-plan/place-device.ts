import { DomainError, type endpoints, type InputOf } from '@emberwatch/contract'
import type { Ctx } from '../../../platform/context.ts'
import { translate } from '../../../platform/i18n.ts'
import { auditRow, lockRow } from '../../../platform/rows/rows.ts'
import { transact } from '../../../platform/transact.ts'
import { ownerOfPart, projectOfPart } from '../project/project-of-part.ts'
import { emitProject } from '../project/project.events.ts'
import { nameOf } from './floor-plan.rules.ts'
import { setPin } from './floor-plan.store.ts'

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
