import type { endpoints, InputOf, OrderKindName } from '@emberwatch/contract'
import type { Ctx } from '../../../platform/context.ts'
import { startProject } from '../../sites/project/start-project.ts'
import { transitionOrder } from './transition-order.ts'

/** Receives an order, as an assigned engineer or on behalf of one. The first installation order starts the project's installation. */
export const receiveOrder = (
  ctx: Ctx,
  kind: OrderKindName,
  input: InputOf<typeof endpoints.repairOrder.receive>,
): Promise<{ id: number }> =>
  transitionOrder(ctx, kind, input.id, {
    action: 'receive',
    onBehalfReason: input.onBehalfReason,
    changes: (write, order) => ({ first_response_at: order.first_response_at ?? write.at }),
    effects: async (write, order) => {
      if (kind === 'install') await startProject(write, order.project_id)
    },
  })
