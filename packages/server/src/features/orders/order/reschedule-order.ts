import type { endpoints, InputOf, OrderKindName } from '@emberwatch/contract'
import { changesBetween } from '../../../platform/audit.ts'
import type { Ctx } from '../../../platform/context.ts'
import { instantText } from '../../../platform/i18n.ts'
import { assertFuture } from '../../../platform/refuse-field.ts'
import { refuseStale } from '../../../platform/versioned.ts'
import { notifyAccounts } from './notify-accounts.ts'
import { assertSchedule } from './order.rules.ts'
import { transitionOrder } from './transition-order.ts'

/** Changes the dates of an order, whoever works on it. The history records why, and the engineers are notified. */
export const rescheduleOrder = (
  ctx: Ctx,
  kind: OrderKindName,
  input: InputOf<typeof endpoints.repairOrder.reschedule>,
): Promise<{ id: number }> => {
  const changes = {
    scheduled_from: input.scheduledFrom ?? null,
    scheduled_to: input.scheduledTo ?? null,
    due_at: input.dueAt ?? null,
  }
  return transitionOrder(ctx, kind, input.id, {
    action: 'reschedule',
    note: input.note,
    changes: () => changes,
    check: async (write, order) => {
      if (order.version !== input.version) await refuseStale(write.systemDb, 'work_order', order.id)
      assertFuture(ctx, 'dueAt', input.dueAt, write.at, order.due_at)
      assertSchedule(ctx, input)
    },
    effects: async (write, order) => {
      const shown = (at: string | null) => (at === null ? '—' : instantText(at, order.timeZone))
      const engineers = order.engineers.map((engineer) => engineer.id)
      await notifyAccounts(ctx, write, kind, order, engineers, 'orderRescheduled', {
        project: order.projectName,
        from: shown(changes.scheduled_from),
        due: shown(changes.due_at),
        note: input.note,
      })
      return changesBetween({ ...order }, changes)
    },
  })
}
