import { DomainError, type endpoints, type InputOf, type OutputOf } from '@emberwatch/contract'
import type { Ctx } from '../../../platform/context.ts'
import { refusalText } from '../../../platform/i18n.ts'
import { refuseField } from '../../../platform/refuse-field.ts'
import { createOrder } from '../order/order.verbs.ts'
import { infoForRepair } from './repair-info.reads.ts'

type Repair = typeof endpoints.faultRepair
type Result = OutputOf<Repair['repair']>[number]

/**
 * Creates a repair order from the faults of each project. A refusal for one project does not stop the others.
 * @throws invalidInput if engineers are given for several projects: each order is assigned on its own
 */
export const repairFaults = async (ctx: Ctx, input: InputOf<Repair['repair']>): Promise<Result[]> => {
  const { ids, engineerIds = [], ...fields } = input
  const { groups, refused } = await infoForRepair(ctx, { ids })
  if (groups.length > 1 && engineerIds.length > 0) refuseField(ctx, 'engineerIds', 'sameProject')
  const results = new Map<number, Result>(refused.map(({ id, msg }) => [id, { id, orderId: null, orderCode: null, msg }]))
  for (const { projectId, faults, devices } of groups) {
    const faultIds = faults.map(({ id }) => id)
    const tell = (orderId: number | null, orderCode: string | null, msg: string) =>
      faultIds.forEach((id) => results.set(id, { id, orderId, orderCode, msg }))
    try {
      const order = { ...fields, projectId, engineerIds, faultIds, deviceIds: devices.map(({ id }) => id) }
      const { id } = await createOrder(ctx, 'repair', order)
      const made = await ctx.db.selectFrom('work_order').select('code').where('id', '=', id).executeTakeFirst()
      tell(id, made?.code ?? null, '')
    } catch (error) {
      // An invalid field is invalid for all of them, and is reported in the form.
      if (!(error instanceof DomainError) || error.reason === 'invalidInput') throw error
      tell(null, null, refusalText(ctx, error))
    }
  }
  return ids.flatMap((id) => results.get(id) ?? [])
}
