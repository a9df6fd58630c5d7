import type { BuiltOrderKind, endpoints, InputOf } from '@emberwatch/contract'
import type { Ctx } from '../../platform/context.ts'
import { assertEngineers } from './engineers.ts'
import { moveOrder } from './move-order.ts'
import { replaceEngineers } from './order.store.ts'
import { tell } from './tell.ts'

/** Assigns an order to engineers, or to others while nobody has received it. */
export const assignOrder = (
  ctx: Ctx,
  kind: BuiltOrderKind,
  input: InputOf<typeof endpoints.repairOrder.assign>,
): Promise<{ id: number }> =>
  moveOrder(ctx, kind, input.id, {
    action: 'assign',
    note: input.note,
    engineerIds: input.engineerIds,
    check: (write, order) => assertEngineers(write.db, input.engineerIds, order, write.at),
    effects: async (write, order) => {
      await replaceEngineers(write.db, order.id, input.engineerIds)
      const params = { project: order.projectName, description: order.description }
      await tell(ctx, write, kind, order, input.engineerIds, 'orderAssigned', params)
      return { engineerIds: [order.engineers.map((engineer) => engineer.id), input.engineerIds] }
    },
  })
