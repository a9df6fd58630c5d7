import type { endpoints, InputOf } from '@emberwatch/contract'
import type { Ctx } from '../../platform/context.ts'
import { moveAlarm } from './move-alarm.ts'

/** Closes an alarm as false, with its cause. While its source still reports, a reason is asked for. */
export const misreportAlarm = (ctx: Ctx, input: InputOf<typeof endpoints.alarm.misreport>): Promise<{ id: number }> =>
  moveAlarm(ctx, {
    id: input.id,
    action: 'misreport',
    reason: input.reason,
    changes: (at) => ({ closed_at: at, closed_by: ctx.actor.accountId, cause: input.cause, note: input.note }),
  })
