import type { OrderKindName, endpoints, InputOf } from '@emberwatch/contract'
import type { Ctx } from '../../../platform/context.ts'
import { refuseStale } from '../../../platform/versioned.ts'
import { assertEngineers } from './engineers.ts'
import { transitionOrder } from './transition-order.ts'
import { replaceEngineers } from './order.store.ts'
import { notifyAccounts } from './notify-accounts.ts'

/** Assigns an order to engineers, or reassigns it. Allowed while they work on it, because somebody may fall ill or leave. */
export const assignOrder = (
  ctx: Ctx,
  kind: OrderKindName,
  input: InputOf<typeof endpoints.repairOrder.assign>,
): Promise<{ id: number }> =>
  transitionOrder(ctx, kind, input.id, {
    action: 'assign',
    note: input.note,
    engineerIds: input.engineerIds,
    check: async (write, order) => {
      if (input.version !== undefined && order.version !== input.version)
        await refuseStale(write.systemDb, 'work_order', order.id)
      await assertEngineers(ctx, write, kind, input.engineerIds, order)
    },
    effects: async (write, order) => {
      await replaceEngineers(write.db, order.id, input.engineerIds)
      const params = { project: order.projectName, description: order.description }
      await notifyAccounts(ctx, write, kind, order, input.engineerIds, 'orderAssigned', params)
      const before = order.engineers.map((engineer) => engineer.id).filter((id) => !input.engineerIds.includes(id))
      await notifyAccounts(ctx, write, kind, order, before, 'orderTaken', { project: order.projectName })
      return { engineerIds: [order.engineers.map((engineer) => engineer.id), input.engineerIds] }
    },
  })
