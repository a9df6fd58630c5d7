import { DomainError, type endpoints, type InputOf } from '@emberwatch/contract'
import type { Ctx } from '../../../platform/context.ts'
import { translate } from '../../../platform/i18n.ts'
import { auditRow, lockRow } from '../../../platform/rows/rows.ts'
import { transact } from '../../../platform/transact.ts'
import { ownerOfPart, projectOfPart } from '../project/project-of-part.ts'
import { emitProject } from '../project/project.events.ts'
import { nameOf } from './floor-plan.rules.ts'
import { removePin } from './floor-plan.store.ts'

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
